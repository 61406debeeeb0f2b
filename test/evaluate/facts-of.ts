// Source text with marks: `// name -> value` (C++) or `# name -> value` (Python) at the end of a line says what `name`, declared on that line,
// is worth; ` [label]` before the arrow picks an instance. Several marks are separated by `;`.
import { expect } from "vitest";
import { printValue } from "../../server/src/facts/notation.ts";
import type { Host } from "../../server/src/host.ts";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import type { AnalyseOptions, Project } from "../../server/src/project/analyse.ts";
import { createProject } from "../../server/src/project/create.ts";
import { lineTable } from "../../server/src/project/linked.ts";
import type { FileFacts } from "../../src-engine/program/facts.ts";

/** Files in memory, below `/p`. */
export function memoryHost(files: Readonly<Record<string, string>>): Host {
  return {
    read: async (path) => files[path],
    list: async (folder) => {
      const names = new Set<string>();
      for (const path of Object.keys(files)) {
        if (!path.startsWith(`${folder}/`)) continue;
        const rest = path.slice(folder.length + 1);
        names.add(rest.includes("/") ? `${rest.slice(0, rest.indexOf("/"))}/` : rest);
      }
      return [...names];
    },
    watch: () => () => undefined,
  };
}

export const projectOf = (files: Readonly<Record<string, string>>): Promise<Project> =>
  createProject({ host: memoryHost(files), roots: ["/p"] }, nodeWasmFiles());

export interface Row {
  readonly function: string;
  readonly instance: string;
  readonly name: string;
  readonly line: number;
  readonly value: string;
  readonly why: string;
  readonly from: readonly string[];
}

export async function rowsOf(
  files: Readonly<Record<string, string>>,
  path: string,
  options: AnalyseOptions = {},
): Promise<readonly Row[]> {
  const project = await projectOf(files);
  const facts = await project.analyse(path, options);
  const document = await project.document(path);
  project.dispose();
  if (facts === undefined || document === undefined) throw new Error(`${path} has no facts`);
  const at = lineTable(document);
  return rows(facts, (fragment, offset) => at(fragment, offset).line);
}

function rows(facts: FileFacts, lineAt: (fragment: number, offset: number) => number): readonly Row[] {
  const instances = new Map(facts.instances.map((one) => [one.id, one]));
  return facts.facts.flatMap((fact): readonly Row[] => {
    if (fact.kind !== "variable") return [];
    const place = facts.unit.places.get(fact.item);
    const instance = instances.get(fact.instance);
    return [
      {
        function: instance?.function ?? "",
        instance: instance?.label ?? "",
        name: fact.name,
        line: lineAt(place?.fragment ?? 0, (place?.start ?? 0) + fact.span.start),
        value: printValue(fact.value, facts.unit.language).replaceAll("(PTR)", ""),
        why: fact.why ?? "",
        from: fact.from ?? [],
      },
    ];
  });
}

const header = "#include <cute/tensor.hpp>\nusing namespace cute;\n";

/** Checks the marks of a C++ text; CuTe is included. */
export const checkCpp = (text: string, options: AnalyseOptions = {}): Promise<void> =>
  checkFile({ "/p/a.cu": header + text }, "/p/a.cu", options);

export const checkPython = (text: string, options: AnalyseOptions = {}): Promise<void> =>
  checkFile({ "/p/a.py": `import cutlass\nimport cutlass.cute as cute\n${text}` }, "/p/a.py", options);

export async function checkFile(
  files: Readonly<Record<string, string>>,
  path: string,
  options: AnalyseOptions = {},
): Promise<void> {
  const found = await rowsOf(files, path, options);
  const marks = marksOf(files[path] ?? "");
  const got = marks.map((mark) => ({ ...mark, value: valueAt(found, mark) }));
  expect(got).toEqual(marks);
}

interface Mark {
  readonly line: number;
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

function marksOf(text: string): readonly Mark[] {
  return text.split("\n").flatMap((line, i) => {
    const comment = /(?:\/\/|#) (.*->.*)$/.exec(line)?.[1];
    if (comment === undefined) return [];
    return comment.split(";").map((part) => {
      const match = /^\s*([\w.]+)(?: \[([^\]]*)\])? -> (.*?)\s*$/.exec(part);
      if (match === null) throw new Error(`not a mark: ${part}`);
      return { line: i + 1, name: match[1]!, label: match[2] ?? "", value: match[3]! };
    });
  });
}

/** The value of a mark; different values in different instances are shown together. */
function valueAt(found: readonly Row[], mark: Mark): string {
  const here = found.filter(
    (row) => row.line === mark.line && row.name === mark.name && row.instance.includes(mark.label),
  );
  const values = [...new Set(here.map((row) => (row.value.includes("unknown") ? `unknown: ${row.why}` : row.value)))];
  return values.length === 0 ? "no fact" : values.join(" / ");
}
