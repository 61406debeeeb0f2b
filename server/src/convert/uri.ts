// URIs as editors say them ↔ paths as hosts read them. Only `file:` has paths; every other scheme keeps its URI, so that
// a virtual workspace's host gets what its editor understands.

export function pathOf(uri: string): string {
  if (!uri.startsWith("file://")) return uri;
  const path = decodeURIComponent(uri.replace(/^file:\/\/[^/]*/, ""));
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

export function uriOf(path: string): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(path)) return path;
  const absolute = path.startsWith("/") ? path : `/${path.replaceAll("\\", "/")}`;
  return `file://${absolute.split("/").map(encodeSegment).join("/")}`;
}

/** The notebook of a cell: cells differ from it in scheme and fragment. */
export function withoutFragment(uri: string): string {
  const hash = uri.indexOf("#");
  return hash < 0 ? uri : uri.slice(0, hash);
}

/** `path` below `folder`, `/`-separated; undefined when it is not below. */
export function below(folder: string, path: string): string | undefined {
  const base = folder.endsWith("/") ? folder : `${folder}/`;
  return path.startsWith(base) ? path.slice(base.length) : undefined;
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replaceAll("%3A", ":").replaceAll("%40", "@").replaceAll("%2B", "+");
}
