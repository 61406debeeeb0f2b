// What a name in C++ text becomes before the parse: nothing, spaces, or a spelling of equal length that the grammar reads.
import { type BlankTables, blanks } from "./blank-tables.ts";
import { declaredBody } from "./declared-bodies.ts";
import { requirementType } from "./macro-names.ts";
import { angleEnd, deepestBrackets } from "./template-names.ts";

export interface Edit {
  readonly start: number;
  readonly end: number;
  /** As long as the span. */
  readonly text: string;
}

/** Stands for `decltype` before `(x){…}` and `(x)(…)`: the grammar reads no constructor call of a decltype. */
export const decltypeCall = "__dcltp_";

export function identifierEdits(source: string, start: number, name: string, tables: BlankTables): readonly Edit[] {
  const end = start + name.length;
  if (tables.bare.has(name)) return [blank(source, start, end)];
  if (alignMacros.has(name)) return [{ start, end, text: "alignas".padEnd(name.length) }];
  if (tables.calls.has(name)) return [blank(source, start, argumentsEnd(source, end) ?? end)];
  if (tables.requires.has(name)) return requirement(source, start, skipSpace(source, end));
  if (tables.asserts.has(name)) return [{ start, end, text: "static_assert".padEnd(name.length) }];
  if (tables.lambdaQualifiers.has(name)) return afterLambdaIntroducer(source, start) ? [blank(source, start, end)] : [];
  if (primitives.has(name))
    return isTemplateArgument(source, start, end) ? [{ start, end, text: `${name.slice(0, -1)}_` }] : [];
  if (testMacros.has(name)) return testEdits(source, start, end);
  const angle = source[skipSpace(source, end)] === "<" ? angleEdits(source, start, end, name) : [];
  if (angle.length > 0) return angle;
  if (name === "get" || name === "C" || name === "cute") return argumentEdits(source, start);
  return keywordEdits(source, start, end, name);
}

/** Of a name with `<` behind it: the brackets of a template, or a comparison. */
function angleEdits(source: string, start: number, end: number, name: string): readonly Edit[] {
  const member = memberTemplateEdits(source, start, end);
  if (member.length > 0) return member;
  const compared = comparisonEdits(source, end, name);
  return compared.length > 0 ? compared : argumentComparison(source, end);
}

/**
 * `x.next<true>(y)`: of an argument that is an expression the grammar makes two comparisons. It reads a name of equal length
 * instead; lowering reads what stands there.
 */
function memberTemplateEdits(source: string, start: number, end: number): readonly Edit[] {
  if (source[end] !== "<" || !/(?:\.|->)$/.test(source.slice(Math.max(0, start - 2), start))) return [];
  const found = /^<([^<>;{}"'?,]+)>\s*\(/.exec(source.slice(end, end + 160));
  const argument = found?.[1]?.trim();
  if (argument === undefined || argument === "" || !isExpression(argument)) return [];
  const from = source.indexOf(argument, end);
  return [{ start: from, end: from + argument.length, text: "_".repeat(argument.length) }];
}

/**
 * `k < size<1>(t)`: the grammar takes `k` for a template of the argument `size < 1`. It reads `k > size<1>(t)` instead; lowering reads the
 * operator that stands there. Without spaces it is a comparison where no `>` closes the first angle.
 */
function comparisonEdits(source: string, end: number, name: string): readonly Edit[] {
  if (/^(?:template|operator|\w+_cast)$/.test(name)) return [];
  const found = /^(\s*)<(\s*)(?:::)?(?:\w+::)*[A-Za-z_]\w*</.exec(source.slice(end, end + 160));
  if (found === null) return [];
  const [whole, before = "", behind = ""] = found;
  const at = end + before.length;
  const inner = end + whole.length - 1;
  const close = angleEnd(source, inner);
  if (close === undefined || !/^(?:[({]|::)/.test(source.slice(close, close + 2))) return [];
  const isSpaced = before !== "" && behind !== "";
  const isOpen = angleEnd(source, at) === undefined && argumentComparison(source, inner).length === 0;
  return isSpaced || isOpen ? [{ start: at, end: at + 1, text: ">" }] : [];
}

/**
 * `conditional_t<size<1>(t) < _128{}, A, B>`: the grammar takes the second `<` for a template's. It reads `size<1>(t) - _128{}` instead;
 * lowering reads the operator that stands there.
 */
function argumentComparison(source: string, end: number): readonly Edit[] {
  if (source[end] !== "<") return [];
  const close = angleEnd(source, end);
  const behind = close === undefined || source[close] !== "(" ? undefined : argumentsEnd(source, close);
  if (behind === undefined) return [];
  const found = /^(\s*)<\s*(?:::)?[\w:]+(?:\{\}|\(\))?\s*[,>]/.exec(source.slice(behind, behind + 80));
  const at = behind + (found?.[1]?.length ?? 0);
  return found === null ? [] : [{ start: at, end: at + 1, text: "-" }];
}

/** Is it more than the name of a type, and no two sides of a comparison? */
const isExpression = (argument: string): boolean =>
  /^(?:true|false)$/.test(argument) || (!/^[A-Za-z_][\w:\s]*[*&\s]*$/.test(argument) && !/&&|\|\|/.test(argument));

function keywordEdits(source: string, start: number, end: number, name: string): readonly Edit[] {
  switch (name) {
    case "decltype":
      return decltypeEdits(source, start, end);
    case "static_cast":
      return sizeCastEdits(source, start, end);
    case "enum":
      return enumEdits(source, end);
    case "if":
    case "for":
    case "while":
    case "else":
      return bodyEdits(source, start, end, name);
    case "typename":
    case "template":
    case "extern":
    case "class":
    case "struct":
      return isInTheWay(source, start, end, name) ? [blank(source, start, end)] : [];
    default:
      return isLoopHint(source, end, name) ? [blank(source, start, end)] : [];
  }
}

/** `OURS_UNROLL for (…)`: nothing but a macro has a name right before a loop. */
const isLoopHint = (source: string, end: number, name: string): boolean =>
  name !== "do" && name !== "else" && /^\s+(?:for|while)\s*\(/.test(source.slice(end, end + 120));

/** Keywords that say nothing more where they stand, and that the grammar does not take there. */
function isInTheWay(source: string, start: number, end: number, name: string): boolean {
  const before = source.slice(Math.max(0, start - 40), start);
  const behind = source.slice(end, end + 120);
  switch (name) {
    // `typename X::Y{…}` in an expression; `using typename X::Y;`
    case "typename":
      return constructsType(source, end) || /\busing\s+$/.test(before);
    // `x.template f(y)`
    case "template":
      return /(?:\.|->|::)\s*$/.test(before) && /^\s*\w+\s*\(/.test(behind);
    // `extern template void f<3>();`
    case "extern":
      return /^\s+template\b/.test(behind);
    // `template struct X<3>;`
    default:
      return /\btemplate\s+$/.test(before);
  }
}

/** A declaration that is the body of a statement; `#if (A)` and `#else` are none. */
function bodyEdits(source: string, start: number, end: number, name: string): readonly Edit[] {
  if (/#[ \t]*$/.test(source.slice(Math.max(0, start - 8), start))) return [];
  const asked = /^\s*constexpr\b/.exec(source.slice(end, end + 40))?.[0].length ?? 0;
  const body = name === "else" ? end : argumentsEnd(source, end + asked);
  const declared = body === undefined ? undefined : declaredBody(source, body);
  return declared === undefined ? [] : [blank(source, declared.start, declared.end)];
}

/** `enum : int {` → `enum       {` */
function enumEdits(source: string, end: number): readonly Edit[] {
  const base = /^\s*:[^{;()]*(?=\{)/.exec(source.slice(end, end + 120));
  return base === null ? [] : [blank(source, end, end + base[0].length)];
}

/** `T x = {}` and `T x = {1, 2}` among parameters: the grammar takes `0 ` and `(1, 2)`; lowering reads the braces. `at`: of the brace. */
export function defaultEdits(source: string, at: number): readonly Edit[] {
  const end = closing(source, at);
  if (end === undefined || !isAmongParameters(source, at)) return [];
  const inside = source.slice(at + 1, end - 1).trim();
  if (inside.startsWith(".")) return [];
  if (inside === "") return [{ start: at, end, text: `0${blanks(source, at + 1, end)}` }];
  return [
    { start: at, end: at + 1, text: "(" },
    { start: end - 1, end, text: ")" },
  ];
}

/** Is the nearest open bracket before an offset a `(`? */
function isAmongParameters(source: string, from: number): boolean {
  let open = 0;
  for (let at = from - 1; at >= Math.max(0, from - 3_000); at--) {
    const char = source[at];
    if (char === ")" || char === "}") open++;
    else if (char === ";" && open === 0) return false;
    else if (char === "(" || char === "{") {
      if (open === 0) return char === "(";
      open--;
    }
  }
  return false;
}

/** Spellings of `alignas`, no shorter than it. */
const alignMacros = new Set(["__align__", "__CUDA_ALIGN__", "CUTE_ALIGNAS"]);

const testMacros = new Set(["TEST", "TEST_F", "TEST_P", "TYPED_TEST"]);

/** `TEST(Suite, 64x128x64) {` is a function of GoogleTest: `void Suite(         ) {`, whatever tokens name the case. */
function testEdits(source: string, start: number, end: number): readonly Edit[] {
  const head = /^(\(\s*)(\w+)(\s*),([\w.\s]*)\)(?=\s*\{)/.exec(source.slice(end, end + 400));
  if (head === null || !/(?:^|\n)[ \t]*$/.test(source.slice(Math.max(0, start - 80), start))) return [];
  const [whole, open = "", suite = "", space = "", rest = ""] = head;
  const text = `void${" ".repeat(end - start - 4 + open.length)}${suite}${space}(${rest.replace(/\S/g, " ")})`;
  return [{ start, end: end + whole.length, text }];
}

const primitives = new Set(["float", "double", "int", "bool", "char", "void", "unsigned", "long", "short"]);

/** `<float,` and `, float>`: a keyword there makes the grammar lose the template among expressions; any other name does not. */
const isTemplateArgument = (source: string, start: number, end: number): boolean =>
  /[<,]\s*$/.test(source.slice(Math.max(0, start - 40), start)) && /^\s*[,>]/.test(source.slice(end, end + 40));

/**
 * `F<A, get<0>(tile), B>` and `F<A, cute::C<M>, B>`: among many arguments the grammar loses the template, or reads a function type.
 * It reads a name of equal length instead; lowering reads what stands there.
 */
function argumentEdits(source: string, start: number): readonly Edit[] {
  const found = /^(?:get<\d+>\([A-Za-z_]\w*\)|(?:cute::)?C<[A-Za-z_]\w*>)(?=\s*[,>])/.exec(
    source.slice(start, start + 120),
  );
  const before = source.slice(Math.max(0, start - 120), start);
  if (found === null || !/[<,]\s*(?:\/\*[^*]*\*\/\s*)*$/.test(before)) return [];
  if (!isInsideTemplate(source, start)) return [];
  const [text] = found;
  return [{ start, end: start + text.length, text: text.replace(/\W/g, "_") }];
}

/** Is the nearest open bracket before an offset a `<`? */
function isInsideTemplate(source: string, from: number): boolean {
  let round = 0;
  let angle = 0;
  for (let at = from - 1; at >= Math.max(0, from - 1_500); at--) {
    const char = source[at];
    if (char === ";" || char === "{" || char === "}") return false;
    if (char === ")") round++;
    else if (char === "(") {
      if (round === 0) return false;
      round--;
    } else if (round > 0) continue;
    else if (char === ">") angle++;
    else if (char === "<") {
      if (angle === 0) return true;
      angle--;
    }
  }
  return false;
}

/** `Carveout<static_cast<int>(sizeof(T))>`: the grammar reads a function type there; without the cast it reads the size. */
function sizeCastEdits(source: string, start: number, end: number): readonly Edit[] {
  if (!/[<,]\s*$/.test(source.slice(Math.max(0, start - 40), start))) return [];
  const cast = /^\s*<\s*(?:std::)?(?:u?int(?:32_t|64_t)?|unsigned|long|size_t)\s*>\s*(?=\(\s*sizeof\b)/.exec(
    source.slice(end, end + 80),
  );
  return cast === null ? [] : [blank(source, start, end + cast[0].length)];
}

const blank = (source: string, start: number, end: number): Edit => ({ start, end, text: blanks(source, start, end) });

/** The offset after the `)` of the argument list that begins here, if one does. */
function argumentsEnd(source: string, from: number): number | undefined {
  const open = skipSpace(source, from);
  return source[open] === "(" ? closing(source, open) : undefined;
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (isSpace(source, at)) at++;
  return at;
}

/** Asked behind every name: nearly all characters are decided by their number. */
function isSpace(source: string, at: number): boolean {
  const code = source.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(source[at] ?? ""));
}

const pairs: Readonly<Record<string, string>> = { "(": ")", "{": "}", "[": "]" };

/** The offset after the bracket that closes the one at `open`; undefined when it never closes. Strings and comments are skipped. */
export function closing(source: string, open: number): number | undefined {
  const expected: string[] = [];
  const scan = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|[(){}[\]]/g;
  scan.lastIndex = open;
  for (let match = scan.exec(source); match !== null; match = scan.exec(source)) {
    const token = match[0];
    const close = pairs[token];
    if (close !== undefined) expected.push(close);
    else if (token.length === 1 && expected.pop() !== token) return undefined;
    if (expected.length === 0 && token.length === 1) return scan.lastIndex;
    if (match.index - open > 20_000 || expected.length > deepestBrackets) return undefined;
  }
  return undefined;
}

/** `__CUTE_REQUIRES(C)` → `required_if   =(C)`: a parameter without a name that has the condition as its default. */
function requirement(source: string, start: number, open: number): readonly Edit[] {
  if (source[open] !== "(" || open - start <= requirementType.length) return [];
  return [{ start, end: open, text: `${requirementType}${blanks(source, start + requirementType.length, open - 1)}=` }];
}

function afterLambdaIntroducer(source: string, start: number): boolean {
  const before = source
    .slice(Math.max(0, start - 80), start)
    .trimEnd()
    .replace(/(?:__device__|__host__)$/, "")
    .trimEnd();
  return before.endsWith("]") && !before.endsWith("]]");
}

function decltypeEdits(source: string, start: number, end: number): readonly Edit[] {
  // `auto f() -> decltype(x) {` and `struct A : decltype(x) {` construct nothing.
  if (/(?:->|[^:]:(?:\s*(?:public|private|protected))?)\s*$/.test(source.slice(Math.max(0, start - 40), start)))
    return [];
  const close = argumentsEnd(source, end);
  if (close === undefined) return [];
  const next = skipSpace(source, close);
  if (source[next] !== "{" && source[next] !== "(") return [];
  const stop = closing(source, next);
  if (stop === undefined) return [];
  const edits: Edit[] = [{ start, end, text: decltypeCall }];
  if (source[next] === "(") return isDeclarator(source, stop) ? [] : edits;
  return [...edits, { start: next, end: next + 1, text: "(" }, { start: stop - 1, end: stop, text: ")" }];
}

/** `decltype(x) (*f)(…)`: the bracket after the type begins a declarator, not arguments. */
function isDeclarator(source: string, after: number): boolean {
  return source[skipSpace(source, after)] === "(";
}

const constructed =
  /\s+(?:::)?(?:decltype\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*::\s*)?(?:\w+(?:\s*<(?:[^<>;{}()]|<(?:[^<>;{}()]|<[^<>;{}()]*>)*>)*>)?\s*::\s*)*(?:template\s+)?\w+(?:\s*<(?:[^<>;{}()]|<(?:[^<>;{}()]|<[^<>;{}()]*>)*>)*>)?\s*[{(]/y;

/** `typename X::Y{…}` or `typename X::Y(…)`: an expression, where `typename` is in the grammar's way. */
function constructsType(source: string, end: number): boolean {
  constructed.lastIndex = 0;
  const type = constructed.exec(source.slice(end, end + 2_000))?.[0];
  return type?.includes("::") === true;
}
