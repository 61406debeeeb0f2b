// The DSL's enumeration of architectures: `Arch.sm_90a`, compared by capability, and the one that a program is traced for.
//
// That is the device's: its two numbers are the symbols that `torch.cuda.get_device_capability()` gives, so that the host's
// choice of a kernel and the kernel's own questions go together.
import { add, compare, isInt, mul, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { type Int, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { deviceMajor, deviceMinor } from "../../../../../src-engine/interpret/device.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { lenientRow, type Row } from "./row.ts";
import { bool, none, object, text } from "./values.ts";

const renamed: Readonly<Record<string, string>> = { sm_101: "sm_110" };

/** `sm_100a` → (10, 0, "a"). */
export function archNamed(name: string): ObjectValue | undefined {
  const match = /^(sm_\d+)([af]?)$/.exec(name);
  const number = Number((renamed[match?.[1] ?? ""] ?? match?.[1] ?? "").slice(3));
  if (match === null || number < 10) return undefined;
  return arch(staticInt(Math.floor(number / 10)), staticInt(number % 10), match[2] ?? "", name);
}

function arch(major: Int, minor: Int, suffix: string, name?: string): ObjectValue {
  const named = name === undefined ? unknown("the name of the device's architecture") : text(name);
  return object("Arch", { major, minor, suffix: text(suffix), name: named });
}

interface Parts {
  readonly major: Int;
  readonly minor: Int;
  readonly suffix: string;
}

function partsOf(value: Value): Parts | undefined {
  if (value.kind !== "object" || value.name !== "Arch") return undefined;
  const [major, minor, suffix] = ["major", "minor", "suffix"].map((name) => value.fields.get(name));
  if (major === undefined || minor === undefined || !isInt(major) || !isInt(minor)) return undefined;
  return { major, minor, suffix: suffix?.kind === "text" ? suffix.value : "" };
}

/** The capability as one number, 103 of 10.3: comparisons of it are those of the pair. */
const codeOf = ({ major, minor }: Parts): Int => add(mul(major, staticInt(10)), minor);

/** `arch >= Arch.sm_90`: by capability, whatever the suffix; equal are those of equal suffix. */
export function compareArchs(op: string, left: Value, right: Value): Value | undefined {
  const [a, b] = [partsOf(left), partsOf(right)];
  if (a === undefined || b === undefined) return undefined;
  if (op === "<" || op === "<=" || op === ">" || op === ">=") return ordered(op, a, b);
  if (op !== "==" && op !== "!=") return undefined;
  const answer = compare(op, codeOf(a), codeOf(b));
  if (a.suffix === b.suffix || isNo(op, answer)) return answer;
  // A device's suffix is what the default makes it; a build may ask for another.
  return [a, b].some((one) => one.major.kind !== "num") ? unknown("the suffix of the architecture") : bool(op === "!=");
}

/** The two numbers differ, so that no suffix makes them equal. */
const isNo = (op: "==" | "!=", answer: Int): boolean => answer.kind === "num" && (answer.value === 0) === (op === "==");

const turned = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

/** Against the first of a family the major number decides: `>= sm_90`, `< sm_120`. */
function ordered(op: keyof typeof turned, a: Parts, b: Parts): Value {
  if (isFirst(a) && !isFirst(b)) return ordered(turned[op], b, a);
  return isFirst(b) && (op === "<" || op === ">=") ? compare(op, a.major, b.major) : compare(op, codeOf(a), codeOf(b));
}

const isFirst = ({ minor }: Parts): boolean => minor.kind === "num" && minor.value === 0;

export const tracedArchRows: readonly Row[] = [
  ...["cutlass.BaseDSL._get_dsl", "cutlass.CuTeDSL._get_dsl"].map((name) => lenientRow(name, "", () => object("DSL"))),
  lenientRow("dsl.get_arch_enum", "", (b) => {
    const [major, minor] = [b.call.symbol(deviceMajor), b.call.symbol(deviceMinor)];
    // From Hopper on the features of the very device are asked for.
    const isNew = isInt(major) && (major.kind !== "num" || major.value >= 9);
    return isInt(major) && isInt(minor) ? arch(major, minor, isNew ? "a" : "") : unknown("the device's architecture");
  }),
  lenientRow("arch.is_family_of", "arch", (b) => {
    const [own, other] = [partsOf(b.call.self ?? none), partsOf(b.value("arch"))];
    if (own === undefined || other === undefined) return unknown("a family of architectures that is not known");
    if (own.suffix === "") return bool(false);
    const family = compare("==", own.major, other.major);
    return isFirst(other) ? family : mul(family, compare(">=", own.minor, other.minor));
  }),
];
