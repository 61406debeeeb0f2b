// Finds where the code asks whether two values are one object: `x === ONE`, `shapes.includes(size)`, a Map keyed by layouts.
//
// Equal values may be two objects, so such a question has wrong answers. The compiler knows which operands can be values.
import { join, relative, sep } from "node:path";
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { API, type Checker, type Project, type Type, TypeFlags, type TypeReference } from "typescript/unstable/sync";

/** A question and the operands that it compares. */
interface Question {
  readonly node: Node;
  readonly operands: readonly Node[];
}

/** Every such place of the files under `folders`, as the project of `config` compiles them: `path:line: text`. */
export function identityQuestions(root: string, config: string, folders: RegExp): readonly string[] {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [join(root, config)] }).getProjects()[0];
    if (project === undefined) throw new Error(`no project ${config}`);
    const isValue = valueTest(project, root);
    return filesOf(project, root, folders).flatMap(({ path, file }) => {
      const questions = questionsIn(file);
      const types = project.checker.getTypeAtLocation(questions.flatMap(({ operands }) => operands));
      return questions
        .filter(({ node, operands }) => asksOfValues(isValue, node, types.splice(0, operands.length)))
        .map(({ node }) => describe(path, file, node));
    });
  } finally {
    api.close();
  }
}

function filesOf({ program }: Project, root: string, folders: RegExp): readonly { path: string; file: SourceFile }[] {
  return program.getSourceFileNames().flatMap((name) => {
    const path = relative(root, name).split(sep).join("/");
    const file = folders.test(path) ? program.getSourceFile(name) : undefined;
    return file === undefined ? [] : [{ path, file }];
  });
}

const comparisons: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
]);
/** Methods of arrays, and of maps and sets, that compare their first argument. */
const searches = new Set(["includes", "indexOf", "lastIndexOf"]);
const lookUps = new Set(["has", "get", "set", "add", "delete"]);
const keyed = /^(Readonly|Weak)?(Map|Set)$/;

function questionsIn(file: SourceFile): readonly Question[] {
  const found: Question[] = [];
  const visit = (node: Node): void => {
    if (
      is.isBinaryExpression(node) &&
      comparisons.has(node.operatorToken.kind) &&
      !isLiteral(node.left) &&
      !isLiteral(node.right)
    )
      found.push({ node, operands: [node.left, node.right] });
    if (
      is.isCallExpression(node) &&
      is.isPropertyAccessExpression(node.expression) &&
      node.arguments[0] !== undefined
    ) {
      const name = node.expression.name.text;
      if (searches.has(name)) found.push({ node, operands: [node.arguments[0]] });
      if (lookUps.has(name)) found.push({ node, operands: [node.arguments[0], node.expression.expression] });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

const isLiteral = (node: Node): boolean =>
  is.isStringLiteral(node) ||
  is.isNumericLiteral(node) ||
  is.isTypeOfExpression(node) ||
  (is.isIdentifier(node) && node.text === "undefined");

type Test = (type: Type | undefined) => boolean;

function asksOfValues(isValue: Test, node: Node, types: readonly (Type | undefined)[]): boolean {
  if (is.isBinaryExpression(node)) return types.some(isValue) && types.every(isObject);
  const [first, receiver] = types;
  return isValue(first) && (types.length === 1 || keyed.test(receiver?.getSymbol()?.name ?? ""));
}

/** May it be an object at all? A tag, a number or a unique symbol is no value. */
function isObject(type: Type | undefined): boolean {
  if (type === undefined) return false;
  if (type.isUnionType()) return type.getTypes().some(isObject);
  return (type.flags & (TypeFlags.Object | TypeFlags.Intersection | TypeFlags.TypeParameter | TypeFlags.Unknown)) !== 0;
}

/** Can something of this type be a value of programs, one of the union `Value`, or a list of them? */
function valueTest({ program, checker }: Project, root: string): Test {
  const wanted = valueType(program.getSourceFile(join(root, "src-engine/algebra/value.ts")), checker);
  const known = new Map<number, boolean>();
  const test: Test = (type) => {
    if (type === undefined) return false;
    let answer = known.get(type.id);
    if (answer === undefined) {
      known.set(type.id, false);
      answer = compute(type);
      known.set(type.id, answer);
    }
    return answer;
  };
  const compute = (type: Type): boolean => {
    if (type.isUnionType()) return type.getTypes().some(test);
    if (type.isTypeParameter()) return test(checker.getBaseConstraintOfType(type));
    if (checker.isArrayType(type)) return checker.getTypeArguments(type as TypeReference).some(test);
    const isPlain = (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0;
    return isPlain && checker.isTypeAssignableTo(type, wanted) && checker.typeToString(type) !== "never";
  };
  return test;
}

function valueType(file: SourceFile | undefined, checker: Checker): Type {
  let found: Type | undefined;
  file?.forEachChild((node) => {
    if (is.isTypeAliasDeclaration(node) && node.name.text === "Value") found = checker.getTypeAtLocation(node.name);
  });
  if (found === undefined) throw new Error("src-engine/algebra/value.ts declares no Value");
  return found;
}

function describe(path: string, file: SourceFile, node: Node): string {
  const text = file.text.slice(node.pos, node.end);
  const start = node.pos + text.length - text.trimStart().length;
  const line = file.text.slice(0, start).split("\n").length;
  return `${path}:${line}: ${text.trim().replace(/\s+/g, " ")}`;
}
