// The version of this build, from package.json by way of the build; without a build it says so.
declare const CUTE_LENS_VERSION: string;

export const versionText = (): string => (typeof CUTE_LENS_VERSION === "string" ? CUTE_LENS_VERSION : "0.0.0-source");
