// Variables of other files and attributes of classes that get another value while the program runs: calls before and after differ.
//
//     small = layout_of(); sizes.tile = 128; large = layout_of()
//
// Which calls may see it is told from the code: those that lead, by the names that they mention, to what mentions the variable.
import type { Value } from "../algebra/value.ts";
import type { FunctionCore } from "../program/ir.ts";
import { namesLeadingTo } from "../program/leading-names.ts";
import { outlineIn } from "../program/program.ts";
import type { FunctionValue } from "../program/values.ts";
import type { Matched } from "./bind.ts";
import { mentionedIn } from "./captured.ts";
import type { Program, Session } from "./session.ts";

/** How often a variable or attribute of that name has got another value so far. */
export type Rewritten = Map<string, number>;

export function noteRewritten({ rewritten }: Session, name: string): void {
  rewritten.set(name, (rewritten.get(name) ?? 0) + 1);
}

/** What a call may see of it, as text; empty where there is nothing. */
export function rewrittenFor(session: Session, fn: FunctionValue, { byParam }: Matched): string {
  if (session.rewritten.size === 0) return "";
  const values = [fn, ...byParam.flatMap((one) => one?.value ?? [])];
  const seen = [...session.rewritten].filter(([name]) => mayRead(readersOf(session.program, name), values, new Set()));
  return seen.map(([name, times]) => `${name}#${times}`).join(" ");
}

// ---- whoever may read it ---------------------------------------------------------------------------------------------

interface Readers {
  /** Names of what leads to it, and its own. */
  readonly names: ReadonlySet<string>;
  /** Something leads to it that is called by no name. */
  readonly isHidden: boolean;
  readonly known: WeakMap<FunctionCore, boolean>;
}

function mayRead(readers: Readers, values: readonly Value[], seen: Set<object>): boolean {
  return values.some((value) => {
    if (readers.isHidden) return true;
    switch (value.kind) {
      case "function":
        return isReader(readers, value.code) || (value.self !== undefined && mayReadOnce(readers, value.self, seen));
      case "class":
        return readers.names.has(value.item.name);
      case "builtin":
        return mayRead(readers, [...value.targs, ...(value.self === undefined ? [] : [value.self])], seen);
      case "tuple":
        return mayRead(readers, value.items, seen);
      case "alternatives":
        return value.options.some((one) => mayReadOnce(readers, one.value, seen));
      case "object":
        return mayReadOnce(readers, value, seen);
      default:
        return false;
    }
  });
}

/** Objects may hold each other. */
function mayReadOnce(readers: Readers, value: Value, seen: Set<object>): boolean {
  if (value.kind !== "object") return mayRead(readers, [value], seen);
  const { fields } = value;
  if (seen.has(fields)) return false;
  seen.add(fields);
  return mayRead(readers, [...fields.values()], seen);
}

function isReader({ names, known }: Readers, code: FunctionCore): boolean {
  const before = known.get(code);
  if (before !== undefined) return before;
  const now = mentionedIn(code).some((name) => names.has(name));
  known.set(code, now);
  return now;
}

const allReaders = new WeakMap<Program["units"], Map<string, Readers>>();

function readersOf(program: Program, name: string): Readers {
  const { units } = program;
  const known = allReaders.get(units) ?? new Map<string, Readers>();
  allReaders.set(units, known);
  const before = known.get(name);
  if (before !== undefined) return before;
  const names = namesLeadingTo(
    [name],
    [...units.keys()].flatMap((path) => outlineIn(program, path) ?? []),
  );
  const readers = { names, isHidden: [...names].some(isCalledByNoName), known: new WeakMap() };
  known.set(name, readers);
  return readers;
}

/** Operators and the like; what makes an object is called by its class's name. */
const isCalledByNoName = (name: string): boolean =>
  /^(?:__\w+__$|operator)/.test(name) && !/^__(?:init|post_init|new)__$/.test(name);
