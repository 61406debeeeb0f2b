// Decides `#if` conditions: yes, no or unknown. A name that no definition, option or architecture settles makes its operand unknown;
// `&&` and `||` still decide when the other side does. Never throws: what is no condition is unknown.
import type { MacroTable } from "./macros.ts";

type Known = number | undefined;

export interface Names {
  readonly macros: Pick<MacroTable, "has" | "get">;
  /** Names that are not defined: they were `#undef`ined. */
  readonly undefined: Pick<ReadonlySet<string>, "has">;
  readonly feature: (name: string) => boolean | undefined;
}

export type Decision = "yes" | "no" | "unknown";

export function isDefined(name: string, names: Names): Decision {
  if (names.macros.has(name)) return "yes";
  if (names.undefined.has(name)) return "no";
  const feature = names.feature(name);
  return feature === undefined ? "unknown" : feature ? "yes" : "no";
}

export function decide(text: string, names: Names): Decision {
  const value = conditionValue(text, names, 0);
  return value === undefined ? "unknown" : value === 0 ? "no" : "yes";
}

const levels: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["^"],
  ["&"],
  ["==", "!="],
  ["<", ">", "<=", ">="],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
];

/** A reader of the tokens of one condition; `depth` bounds the expansion of macros inside macros. */
class Reader {
  private at = 0;
  private nesting = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly names: Names,
    private readonly depth: number,
  ) {}

  whole(): Known {
    const value = this.level(0);
    return this.at === this.tokens.length ? value : undefined;
  }

  private level(index: number): Known {
    const operators = levels[index];
    if (operators === undefined) return this.unary();
    let left = this.level(index + 1);
    while (operators.includes(this.tokens[this.at] ?? "")) {
      const operator = this.tokens[this.at++] ?? "";
      left = apply(operator, left, this.level(index + 1));
    }
    return left;
  }

  private unary(): Known {
    const token = this.tokens[this.at++];
    if (token === undefined || this.nesting > 200) return undefined;
    if (token === "!" || token === "-" || token === "+" || token === "~") {
      this.nesting++;
      const value = this.unary();
      this.nesting--;
      if (value === undefined) return undefined;
      return token === "!" ? Number(value === 0) : token === "-" ? -value : token === "~" ? -value - 1 : value;
    }
    if (token === "(") return this.parenthesised();
    if (token === "defined") return this.defined();
    if (/^\d/.test(token)) return written(token);
    return this.name(token);
  }

  private parenthesised(): Known {
    this.nesting++;
    const value = this.level(0);
    this.nesting--;
    if (this.tokens[this.at] === ")") this.at++;
    return value;
  }

  private defined(): Known {
    const open = this.tokens[this.at] === "(";
    if (open) this.at++;
    const name = this.tokens[this.at++] ?? "";
    if (open && this.tokens[this.at] === ")") this.at++;
    const answer = isDefined(name, this.names);
    return answer === "unknown" ? undefined : answer === "yes" ? 1 : 0;
  }

  private name(name: string): Known {
    if (this.tokens[this.at] === "(") {
      this.skipArguments();
      return undefined;
    }
    if (name === "true") return 1;
    const macro = this.names.macros.get(name);
    if (macro === undefined) return this.names.undefined.has(name) || name === "false" ? 0 : this.featureValue(name);
    if (macro.params !== undefined || this.depth > 8) return undefined;
    return conditionValue(macro.body, this.names, this.depth + 1);
  }

  private featureValue(name: string): Known {
    const feature = this.names.feature(name);
    return feature === undefined ? undefined : feature ? 1 : 0;
  }

  private skipArguments(): void {
    let open = 0;
    do {
      const token = this.tokens[this.at++];
      if (token === "(") open++;
      else if (token === ")") open--;
      else if (token === undefined) return;
    } while (open > 0);
  }
}

const token = /0[xX][\da-fA-F]+[uUlL]*|\d+[uUlL]*|[A-Za-z_]\w*|&&|\|\||[<>=!]=|<<|>>|[-+*/%<>!~&|^()?:,]/g;

function conditionValue(text: string, names: Names, depth: number): Known {
  const tokens = text.match(token) ?? [];
  return tokens.length === 0 || tokens.length > 2000 ? undefined : new Reader(tokens, names, depth).whole();
}

function apply(operator: string, left: Known, right: Known): Known {
  if (operator === "&&") {
    if (left === 0 || right === 0) return 0;
    return left === undefined || right === undefined ? undefined : 1;
  }
  if (operator === "||") {
    if ((left ?? 0) !== 0 || (right ?? 0) !== 0) return 1;
    return left === undefined || right === undefined ? undefined : 0;
  }
  if (left === undefined || right === undefined) return undefined;
  return arithmetic(operator, left, right);
}

function arithmetic(operator: string, left: number, right: number): Known {
  switch (operator) {
    case "==":
      return Number(left === right);
    case "!=":
      return Number(left !== right);
    case "<":
      return Number(left < right);
    case ">":
      return Number(left > right);
    case "<=":
      return Number(left <= right);
    case ">=":
      return Number(left >= right);
    default:
      return exact(operator, BigInt(left), BigInt(right));
  }
}

/** As the preprocessor has it, in 64 bits; what a number cannot hold is not known. */
function exact(operator: string, left: bigint, right: bigint): Known {
  const result = wide(operator, left, right);
  return result === undefined ? undefined : kept(BigInt.asIntN(64, result));
}

function wide(operator: string, left: bigint, right: bigint): bigint | undefined {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return right === 0n ? undefined : left / right;
    case "%":
      return right === 0n ? undefined : left % right;
    case "<<":
      return right < 0n || right > 63n ? undefined : left << right;
    case ">>":
      return right < 0n || right > 63n ? undefined : left >> right;
    case "&":
      return left & right;
    case "|":
      return left | right;
    case "^":
      return left ^ right;
    default:
      return undefined;
  }
}

function kept(value: bigint): Known {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** `0x10`, `010` and `8` are numbers of three bases. */
function written(token: string): Known {
  const digits = token.replace(/[uUlL]+$/, "");
  if (/^0[0-7]+$/.test(digits)) return kept(BigInt(`0o${digits}`));
  return kept(BigInt(digits));
}
