// Which device a file's kernels are compiled for, where its code proves it: Hopper's warpgroup MMA exists on sm_90a alone.
//
// A file that asks which device it is may hold code for several: it proves nothing.
import type { Dialect } from "../../../../../src-engine/interpret/dialect.ts";
import type { Expr, Item, Unit } from "../../../../../src-engine/program/ir.ts";
import { remembered } from "../../../facts/remembered.ts";
import { visit } from "./walk.ts";

const onlyHopper = /^warpgroup\.(?:fence|commit_group|wait_group|Mma\w+Op)$/;
/** Asks for the device, or exists on other devices only. */
const other = /^(?:tcgen05\.(?:commit|Mma\w+Op|Ld\w+Op|St\w+Op)|torch\.cuda\.get_device_\w+|dsl\.get_arch_enum)$/;

/** 90 of a file whose kernels can be Hopper's only. */
export function provenDevice(unit: Unit, dialect: Dialect): number | undefined {
  const used = namesUsed(unit, dialect);
  return used.some((name) => onlyHopper.test(name)) && !used.some((name) => other.test(name)) ? 90 : undefined;
}

/** The library's names for what the file's functions mention. */
function namesUsed(unit: Unit, dialect: Dialect): readonly string[] {
  const found = new Set<string>();
  for (const item of unit.items)
    for (const parts of dottedIn(item)) {
      const name = libraryName(unit, dialect, parts);
      if (name !== undefined) found.add(name);
    }
  return [...found];
}

/** By item: an edit leaves most of them as they were. */
const dottedIn = remembered((item: Item): readonly (readonly string[])[] => {
  if (item.kind === "class") return item.members.flatMap(dottedIn);
  const found = new Map<string, readonly string[]>();
  const look = (expr: Expr): void => {
    const parts = expr.kind === "member" ? dotted(expr) : undefined;
    if (parts !== undefined) found.set(parts.join("."), parts);
  };
  if (item.kind === "function") visit(item.body ?? [], { expr: look });
  else if (item.kind === "statement") visit([item.statement], { expr: look });
  return [...found.values()];
});

/** `a.b.c` as its words. */
function dotted(expr: Expr): readonly string[] | undefined {
  if (expr.kind === "name") return expr.path;
  const object = expr.kind === "member" ? dotted(expr.object) : undefined;
  return object === undefined || expr.kind !== "member" ? undefined : [...object, expr.name];
}

function libraryName(unit: Unit, dialect: Dialect, [first, ...rest]: readonly string[]): string | undefined {
  let value = first === undefined ? undefined : dialect.lookup(unit, [first]);
  for (const name of rest) {
    if (value?.kind !== "module" && value?.kind !== "builtin") return undefined;
    value = dialect.member(value, name);
  }
  return value?.kind === "builtin" ? value.name : undefined;
}
