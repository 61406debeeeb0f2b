// Every regular expression of the sources is linear on any text, by the judgement of recheck (https://makenowjust-labs.github.io/recheck),
// or at most quadratic and on short texts alone. expressions.json remembers the judgements; a new expression is judged here.
// `UPDATE=1` writes down what was found linear; what is not has to be written otherwise, or entered among the short ones by hand.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkSync } from "recheck";
import { type Node, SyntaxKind } from "typescript/unstable/ast";
import { API } from "typescript/unstable/sync";
import { expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 300_000 });
process.env.RECHECK_BACKEND = "pure";

const root = fileURLToPath(new URL("../../", import.meta.url));
const file = fileURLToPath(new URL("expressions.json", import.meta.url));

interface Judged {
  readonly linear: readonly string[];
  /** On a line (of at most 10,000 characters), a name, or a text of our own; undecided ones stand here too. */
  readonly short: readonly string[];
  /** What the tool fears is repeated a few hundred times at most: a character of the text costs that and no more. */
  readonly bounded: readonly string[];
}

/** Every expression with a file that has it. */
function expressions(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const api = new API({ cwd: root });
  try {
    for (const config of ["server/tsconfig.json", "client/tsconfig.json", "site/tsconfig.json"]) {
      const { program } = api.updateSnapshot({ openProjects: [root + config] }).getProjects()[0]!;
      for (const name of program.getSourceFileNames().filter((one) => !one.includes("node_modules"))) {
        const visit = (node: Node): void => {
          const expression = node.kind === SyntaxKind.RegularExpressionLiteral ? textOf(node) : builtOf(node);
          if (expression !== undefined) found.set(expression, name.slice(root.length));
          node.forEachChild(visit);
        };
        program.getSourceFile(name)?.forEachChild(visit);
      }
    }
  } finally {
    api.close();
  }
  return found;
}

/** ``new RegExp(`a${b}`)`` with a plain word for what is put in; undefined where the whole comes from elsewhere. */
function builtOf(node: Node): string | undefined {
  if (node.kind !== SyntaxKind.NewExpression) return undefined;
  const { expression, arguments: given } = node as Node & { expression: Node; arguments?: readonly Node[] };
  const [source, flags] = given ?? [];
  if (textOf(expression) !== "RegExp" || source === undefined) return undefined;
  const isPlain = source.kind === SyntaxKind.StringLiteral || source.kind === SyntaxKind.NoSubstitutionTemplateLiteral;
  const built = isPlain ? textOf(source) : source.kind === SyntaxKind.TemplateExpression ? filled(source) : undefined;
  return built === undefined ? undefined : `/${built}/${flags?.kind === SyntaxKind.StringLiteral ? textOf(flags) : ""}`;
}

function filled(template: Node): string {
  const { head, templateSpans } = template as Node & {
    head: Node;
    templateSpans: readonly (Node & { literal: Node })[];
  };
  return textOf(head) + templateSpans.map(({ literal }) => `word${textOf(literal)}`).join("");
}

/** The border to the compiler: a literal has its text. */
const textOf = (node: Node): string => (node as Node & { readonly text: string }).text;

function judgement(expression: string): string {
  const end = expression.lastIndexOf("/");
  const found = checkSync(expression.slice(1, end), expression.slice(end + 1), { timeout: 10_000 });
  if (found.status === "safe") return "linear";
  return found.status === "vulnerable" ? found.complexity.summary : found.status;
}

test("no regular expression is slow on what a user may write", () => {
  const judged = JSON.parse(readFileSync(file, "utf8")) as Judged;
  const known = new Set([...judged.linear, ...judged.short, ...judged.bounded]);
  const all = expressions();
  const fresh = [...all].filter(([one]) => !known.has(one)).map(([one, path]) => ({ path, one, is: judgement(one) }));
  if (process.env.UPDATE === "1") {
    const linear = [...all.keys()].filter(
      (one) => judged.linear.includes(one) || fresh.some((other) => other.one === one && other.is === "linear"),
    );
    const short = judged.short.filter((one) => all.has(one));
    const bounded = judged.bounded.filter((one) => all.has(one));
    const lists = { linear: linear.sort(), short: short.sort(), bounded: bounded.sort() };
    writeFileSync(file, `${JSON.stringify(lists, undefined, 2)}\n`);
  }
  expect(all.size).toBeGreaterThan(500);
  expect(fresh.filter(({ is }) => is !== "linear")).toEqual([]);
});

test("the tool finds what is slow", () => {
  expect(judgement("/^(a+)+$/")).toBe("exponential");
  expect(judgement("/^a+$/")).toBe("linear");
});
