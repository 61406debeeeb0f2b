// Facts of one version of a file at the places of the next, where both mean the same.
//
// Undefined where a fact's place cannot be told, or where two calls that had lines of their own now share one: the file is
// evaluated anew then.
import type { LinkedUnit } from "../../../src-engine/evaluate/session.ts";
import type { CallArg, Fact, FileFacts, Instance } from "../../../src-engine/facts.ts";
import type { Span } from "../../../src-engine/ir.ts";
import { type Moves, movedSpan, movedStart } from "./same-meaning.ts";

export function movedFacts(facts: FileFacts, moves: Moves, linked: LinkedUnit): FileFacts | undefined {
  const instances = movedInstances(facts.instances, moves, linked);
  if (instances === undefined) return undefined;
  const moved: Fact[] = [];
  for (const fact of facts.facts) {
    const one = moves.has(fact.item) ? movedFact(fact, moves, linked) : fact;
    if (one === undefined) return undefined;
    moved.push(one);
  }
  return { ...facts, unit: linked.unit, instances, facts: moved };
}

function movedFact(fact: Fact, moves: Moves, linked: LinkedUnit): Fact | undefined {
  const at = (span: Span): Span | undefined => movedSpan(moves, fact.item, span);
  const span = at(fact.span);
  if (span === undefined) return undefined;
  switch (fact.kind) {
    case "expression":
    case "assert":
      return { ...fact, span };
    case "variable": {
      const source = fact.source === undefined ? undefined : at(fact.source);
      const note = fact.note === undefined ? undefined : at(fact.note.span);
      if ((source === undefined) !== (fact.source === undefined)) return undefined;
      if ((note === undefined) !== (fact.note === undefined)) return undefined;
      return {
        ...fact,
        span,
        ...(source === undefined ? {} : { source }),
        ...(fact.note === undefined || note === undefined ? {} : { note: { ...fact.note, span: note } }),
      };
    }
    case "call": {
      const nameSpan = at(fact.nameSpan);
      const args = fact.args.map((one) => movedArgument(one, fact.item, moves, linked));
      const whole = args.filter((one) => one !== undefined);
      return nameSpan === undefined || whole.length < args.length
        ? undefined
        : { ...fact, span, nameSpan, args: whole };
    }
    default:
      return fact satisfies never;
  }
}

function movedArgument(arg: CallArg, item: string, moves: Moves, linked: LinkedUnit): CallArg | undefined {
  const span = movedSpan(moves, item, arg.span);
  if (span === undefined) return undefined;
  const moved = { ...arg, span, text: linked.text(item, span) };
  if (arg.declared === undefined) return moved;
  const declared = movedSpan(moves, arg.declared.item, arg.declared.span);
  return declared === undefined ? undefined : { ...moved, declared: { ...arg.declared, span: declared } };
}

/** Call paths name lines: those of calls in this file are asked again. */
function movedInstances(
  instances: readonly Instance[],
  moves: Moves,
  linked: LinkedUnit,
): readonly Instance[] | undefined {
  const names = new Map<string, string>();
  const moved: Instance[] = [];
  for (const one of instances) {
    const path: string[] = [];
    for (const [i, entry] of one.path.entries()) {
      const call = one.calls[i];
      const start = call?.file === linked.unit.file ? movedStart(moves, call.item, call.start) : undefined;
      if (call === undefined || (call.file === linked.unit.file && start === undefined)) return undefined;
      const now = start === undefined ? entry : entry.replace(/:\d+$/, `:${linked.line(call.item, start)}`);
      if ((names.get(entry) ?? now) !== now) return undefined;
      names.set(entry, now);
      path.push(now);
    }
    const calls = one.calls.map((call) =>
      call.file === linked.unit.file
        ? { ...call, start: movedStart(moves, call.item, call.start) ?? call.start }
        : call,
    );
    moved.push({ ...one, path, calls, label: relabelled(one.label, names) });
  }
  return new Set(names.values()).size === names.size ? moved : undefined;
}

/** A label is entries of the path joined by ` < `, the last perhaps with a number or with the values that tell it from others. */
const relabelled = (label: string, names: ReadonlyMap<string, string>): string =>
  label
    .split(" < ")
    .map((part) => {
      const [, entry = part, rest = ""] = /^(.*?:\d+)((?:#\d+)?(?: .*)?)$/.exec(part) ?? [];
      return (names.get(entry) ?? entry) + rest;
    })
    .join(" < ");
