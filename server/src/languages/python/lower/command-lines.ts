// How a script's own text says it is called: `python examples/gemm.py --mnkl 512,512,512,1 --gather_A` in a docstring of the module.
//
// Only strings that stand by themselves at the top of the module are read, and only lines that call this very file.
import type { Node } from "web-tree-sitter";

const mostLines = 12;
const longest = 2_000;

/** The words after the script's name, one list per command line, in source order, equal ones once. */
export function commandLinesOf(file: string, text: string, root: Node): readonly (readonly string[])[] {
  const script = /([^/\\]+\.py)$/.exec(file)?.[1];
  if (script === undefined) return [];
  const found = new Map<string, readonly string[]>();
  for (const node of root.namedChildren) {
    const string = node?.type === "expression_statement" ? node.namedChild(0) : undefined;
    if (string?.type !== "string") continue;
    for (const words of callsIn(text.slice(string.startIndex, string.endIndex), script)) {
      if (found.size < mostLines) found.set(words.join("\n"), words);
    }
  }
  return [...found.values()];
}

function callsIn(docstring: string, script: string): readonly (readonly string[])[] {
  const joined = docstring.replace(/\\\r?\n/g, " ");
  return joined.split(/\r?\n/).flatMap((line) => {
    const called = /\bpython[\d.]*\s+(?:-\w+\s+)*(\S+\.py)((?:\s.*)?)$/.exec(line.slice(0, longest));
    if (called === null || called[1]!.split("/").at(-1) !== script) return [];
    const words = wordsOf(called[2]!);
    return words === undefined || words.length === 0 ? [] : [words];
  });
}

/** As a shell takes them apart; undefined where a word stands for something else (`<M>`, `$N`, `[--flag]`). */
function wordsOf(line: string): readonly string[] | undefined {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
  const end = words.findIndex((word) => /^(#|[|&;>])/.test(word));
  const own = end < 0 ? words : words.slice(0, end);
  return own.some((word) => /[<>${}[\]`]|\.\.\./.test(word)) ? undefined : own;
}
