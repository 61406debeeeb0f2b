// Counts that the house holds down: functions by length and parameters, circles of imports by value.
import { join, relative, sep } from "node:path";
import type { Node } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/sync";

export interface Source {
  readonly path: string;
  readonly text: string;
}

export interface Measured {
  readonly path: string;
  readonly name: string;
  readonly lines: number;
  readonly parameters: number;
}

/** Every function with a body in the files of a project, with its lines and how many parameters it takes. */
export function functionsOf(root: string, config: string, folders: RegExp): readonly Measured[] {
  const api = new API({ cwd: root });
  try {
    const program = api.updateSnapshot({ openProjects: [join(root, config)] }).getProjects()[0]?.program;
    if (program === undefined) throw new Error(`no project ${config}`);
    return program.getSourceFileNames().flatMap((name) => {
      const path = relative(root, name).split(sep).join("/");
      const file = folders.test(path) ? program.getSourceFile(name) : undefined;
      return file === undefined ? [] : functionsIn(file, file.text, path);
    });
  } finally {
    api.close();
  }
}

function functionsIn(file: Node, text: string, path: string): readonly Measured[] {
  const found: Measured[] = [];
  const visit = (node: Node): void => {
    if (isFunction(node) && node.body !== undefined) {
      const written = text.slice(node.pos, node.end).replace(/^(\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/, "");
      const name = /^[\w\s*]*?(\w+)\s*[<(]/.exec(written)?.[1] ?? written.slice(0, 30);
      found.push({ path, name, lines: written.split("\n").length, parameters: node.parameters.length });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

const isFunction = (node: Node) =>
  is.isFunctionDeclaration(node) ||
  is.isArrowFunction(node) ||
  is.isMethodDeclaration(node) ||
  is.isFunctionExpression(node);

/** Circles of files that import each other by value, the largest first. */
export function circlesOf(files: readonly Source[]): readonly (readonly string[])[] {
  const next = new Map(files.map((file) => [file.path, valueImports(file)]));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (at: string): void => {
    index.set(at, index.size);
    low.set(at, index.get(at)!);
    stack.push(at);
    for (const to of next.get(at) ?? []) {
      if (!next.has(to)) continue;
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) low.set(at, Math.min(low.get(at)!, low.get(to)!));
    }
    if (low.get(at) !== index.get(at)) return;
    const circle = stack.splice(stack.indexOf(at));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const { path } of files) if (!index.has(path)) visit(path);
  return circles.sort((a, b) => b.length - a.length);
}

/** What a file imports to run it; types alone are gone by then. */
const valueImports = ({ path, text }: Source): readonly string[] =>
  [...text.matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from "(\.[^"]+)"/gm)].map(([, from = ""]) =>
    join(path, "..", from).split(sep).join("/"),
  );
