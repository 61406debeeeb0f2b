// Text to facts for feature tests: the real pipeline over files that exist only here.
import { type FactIndex, indexFacts } from "../../server/src/facts/fact-index.ts";
import type { Host } from "../../server/src/host.ts";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import { createProject } from "../../server/src/project/create.ts";
import { withElements } from "../../server/src/project/element-types.ts";
import { withAnyElement } from "../../server/src/rules/any-element.ts";
import { findProblems } from "../../server/src/rules/find.ts";
import type { Problem } from "../../server/src/rules/problem.ts";
import { defaults } from "../../server/src/settings/read.ts";
import type { Settings } from "../../server/src/settings/schema.ts";
import type { FileFacts } from "../../src-engine/program/facts.ts";
import type { Language } from "../../src-engine/program/ir.ts";

export interface Analysed {
  readonly index: FactIndex;
  readonly problems: readonly Problem[];
}

/** Other files stand in `/test` too, by name. */
export async function analysed(
  text: string,
  language: Language,
  changes: Partial<Settings> = {},
  others: Readonly<Record<string, string>> = {},
): Promise<Analysed> {
  const path = language === "cpp" ? "/test/kernel.cu" : "/test/kernel.py";
  const list = async (folder: string): Promise<readonly string[]> =>
    Object.keys(others).flatMap((name) => {
      const [first, ...rest] = `/test/${name}`.startsWith(`${folder}/`)
        ? `/test/${name}`.slice(folder.length + 1).split("/")
        : [];
      return first === undefined ? [] : [rest.length > 0 ? `${first}/` : first];
    });
  const host: Host = { ...noFiles, read: async (file) => others[file.replace("/test/", "")], list };
  const project = await createProject({ host, roots: ["/test"] }, nodeWasmFiles());
  project.setDocument(path, { path, language, version: 1, fragments: [text] });
  const settings = { ...defaults, ...changes };
  const facts = await project.analyse(path, { arch: settings.arch });
  if (facts === undefined) throw new Error("the analysis was cancelled");
  const failed = (rule: { code: string }, error: unknown) => {
    throw new Error(`rule ${rule.code} failed`, { cause: error });
  };
  const find = (of: FileFacts) => findProblems(of, [text], settings, failed);
  const known = find(facts);
  const tries = withElements(facts, (element) =>
    project.analyse(path, { arch: settings.arch, element, passing: true }),
  );
  const problems = [...known, ...(await withAnyElement(known, tries, async (of) => find(of)))];
  project.dispose();
  return { index: indexFacts(facts, [text]), problems };
}

const noFiles: Host = { read: async () => undefined, list: async () => [], watch: () => () => undefined };
