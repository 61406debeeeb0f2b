// What comes with the packages: few dependencies, pinned, by hash, without scripts, under known licences, told in an SBOM.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { pageHtml } from "../../client/src/preview/html.ts";
import { expressionIn } from "../../client/src/preview/link-text.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json")) as Readonly<Record<string, Readonly<Record<string, string>>>>;
const lock = JSON.parse(read("package-lock.json")) as {
  readonly packages: Readonly<
    Record<string, { readonly integrity?: string; readonly link?: boolean; readonly resolved?: string }>
  >;
};

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
  readonly hashes?: readonly { readonly content: string }[];
}

describe("dependencies", () => {
  test("are pinned to one version each", () => {
    const named = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test("are known by hash, from the registry", () => {
    const others = Object.entries(lock.packages).filter(([name]) => name !== "");
    expect(
      others.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true).map(([name]) => name),
    ).toEqual([]);
    const elsewhere = others.filter(
      ([, { resolved }]) => resolved?.startsWith("https://registry.npmjs.org/") === false,
    );
    expect(elsewhere.map(([name]) => name)).toEqual([]);
  });

  test("run no script when they are installed", () => {
    expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  });

  test("in the packages are few", () => {
    expect(Object.keys(manifest.dependencies ?? {}).length).toBeLessThanOrEqual(6);
  });
});

describe("the SBOM", () => {
  const { components } = JSON.parse(read("dist/sbom.json")) as { readonly components: readonly Component[] };

  test("names what is in the bundles, as the licences do, by version and hash", () => {
    const notices = read("dist/third-party.txt");
    expect(components.length).toBeGreaterThan(10);
    for (const { name, version, hashes } of components) {
      expect(notices).toContain(`${name} ${version}, `);
      expect(hashes?.[0]?.content, name).toMatch(/^[0-9a-f]{128}$/);
    }
  });

  test("every licence lets one pass it on", () => {
    const known = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "Apache-2.0"];
    const ids = components.map(({ licenses }) => licenses[0]?.license.id);
    expect(ids.filter((id) => !known.includes(id ?? ""))).toEqual([]);
  });
});

describe("the extension", () => {
  test("says what it does in a folder that is not trusted", () => {
    const { capabilities } = JSON.parse(read("package.json")) as {
      readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
    };
    const restricted = capabilities.untrustedWorkspaces.restrictedConfigurations;
    for (const name of ["includePaths", "python.environment", "compileCommands", "diagnostics.severity", "enable"])
      expect(restricted).toContain(`cuteLens.${name}`);
  });

  test("the preview's page: one script under a nonce, nothing inline, no address but its own", () => {
    const page = pageHtml({ cspSource: "vscode-resource:", nonce: "n0", script: "s.js", style: "s.css" });
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
    expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-n0';/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/<style|\son\w+=|\sstyle=|javascript:/);
  });

  test("five commands may be linked to, and each only shows, copies or chooses what is shown", () => {
    const listed = /const linkedCommands = \[([^\]]*)\]/.exec(read("client/src/session.ts"))?.[1] ?? "";
    const names = [...listed.matchAll(/"cuteLens\.(\w+)"/g)].map((match) => match[1]);
    expect(names).toEqual(["openPreview", "openPreviewAt", "copyLayout", "copyText"]);
    expect(listed.replaceAll(/"[^"]*"|[\s,]/g, "")).toBe("chooseInstanceCommand");
  });

  test("a link only fills the input line, with an expression that is not too long", () => {
    expect(expressionIn("/draw", "%28_4%2C_8%29")).toBe("(_4,_8)");
    for (const [path, query] of [
      ["/run", "x"],
      ["/draw/x", "x"],
      ["/draw", "%"],
      ["/draw", "x".repeat(4_001)],
    ] as const)
      expect(expressionIn(path, query)).toBeUndefined();
  });

  test("the bundles in the editor evaluate no text", () => {
    const bundles = ["client.cjs", "client-browser.js", "webview.js"];
    const evaluating = bundles.filter((name) => /[^.\w]eval\(|new Function\(/.test(read(`dist/${name}`)));
    expect(evaluating).toEqual([]);
  });
});
