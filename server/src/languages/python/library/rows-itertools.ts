// Python's itertools, as tests and hosts go through their configurations with it.
import { staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { listOf, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { type Bound, lenientRow, type Row } from "./row.ts";
import { elements } from "./rows-python.ts";
import { list } from "./values.ts";

/** More combinations than anybody writes out are no list to walk through. */
const most = 4096;
/** Nor are sequences of one item that are repeated without end. */
const mostRepeated = 64;

export const itertoolsRows: readonly Row[] = [
  lenientRow("itertools.product", "*sequences", (b) => {
    const repeat = b.extra.get("repeat") ?? staticInt(1);
    if (repeat.kind !== "num" || repeat.value < 0 || repeat.value > mostRepeated)
      return unknown("a number of repetitions that is not known");
    const once = sequencesOf(b);
    return once === undefined ? ofUnknownLength : product(Array.from({ length: repeat.value }, () => once).flat());
  }),
  lenientRow("itertools.chain", "*sequences", (b) => {
    const sequences = sequencesOf(b);
    return sequences === undefined ? ofUnknownLength : listOf(sequences.flat());
  }),
];

const ofUnknownLength = unknown("a sequence of unknown length");

function sequencesOf(b: Bound): readonly (readonly Value[])[] | undefined {
  const known = b.rest.map(elements).flatMap((each) => (each?.kind === "tuple" ? [each.items] : []));
  return known.length === b.rest.length ? known : undefined;
}

/** The last sequence runs fastest. */
function product(sequences: readonly (readonly Value[])[]): Value {
  const count = sequences.reduce((so, each) => so * each.length, 1);
  if (count === 0) return listOf([]);
  if (count > most) return unknown(`${count} combinations`);
  const rows = sequences.reduce<readonly (readonly Value[])[]>(
    (so, each) => so.flatMap((row) => each.map((item) => [...row, item])),
    [[]],
  );
  return listOf(rows.map(list));
}
