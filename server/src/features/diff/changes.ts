// What a function of the open file has that differs from an older text of it: a line for the lens above it, and a page.
import type { Value } from "../../../../src-engine/algebra/value.ts";
import type { Place } from "../../../../src-engine/program/ir.ts";
import { absolute, type FactIndex } from "../../facts/fact-index.ts";
import { isShown, kindOf } from "../kind.ts";
import type { Change, FileDiff } from "./compare.ts";
import { article, escaped, Pictures, page } from "./page.ts";
import { count, sections, whereOf } from "./words.ts";

export interface ChangedFunction {
  /** The same as long as the text is. */
  readonly id: string;
  /** "" for what stands outside every function. */
  readonly name: string;
  readonly place: Place;
  readonly text: string;
  /** All that differs in it: integers and costs too. */
  readonly diff: Pick<FileDiff, "values" | "unknown" | "costs" | "kernels">;
}

/** The functions that have other layouts, tensors or atoms than before; `index` is of the version after. */
export function changedFunctions(index: FactIndex, diff: FileDiff): readonly ChangedFunction[] {
  const ownerOf = owners(index);
  const changed = [...diff.values, ...diff.unknown].filter(isLayout).map(ownerOf);
  const ids = [...new Map(changed.map((owner) => [owner.id, owner])).values()];
  return ids.map((owner) => {
    const own = (changes: readonly Change[]) => changes.filter((one) => ownerOf(one).id === owner.id);
    const [values, unknown] = [own(diff.values), own(diff.unknown)];
    const text = lensText(values.filter(isLayout), unknown.filter(isLayout));
    return { ...owner, text, diff: { values, unknown, costs: own(diff.costs), kernels: own(diff.kernels) } };
  });
}

/** The text of each before and after, with their pictures. */
export function changesPage(index: FactIndex, { name, text, diff }: ChangedFunction): string {
  const { language } = index.facts.unit;
  const pictures = new Pictures();
  const body = sections.flatMap(([key, title]) =>
    diff[key].length === 0
      ? []
      : [`<h3>${escaped(title)}</h3>`, ...diff[key].map((one) => article(one, whereOf(one), language, pictures))],
  );
  const closing = `${text}; the other files are as they are now`;
  return page(name || "file scope", closing, body.join("\n"), pictures);
}

function lensText(values: readonly Change[], unknown: readonly Change[]): string {
  if (values.length === 0) return `${count(unknown.length, "layout")} no longer known since HEAD`;
  const lost = unknown.length === 0 ? "" : `, ${unknown.length} no longer known`;
  return `${count(values.length, "layout")} changed since HEAD${lost}`;
}

const isLayout = ({ drawn }: Change): boolean => [drawn?.before, drawn?.after].some(isLaidOut);

const isLaidOut = (value: Value | undefined): boolean =>
  value !== undefined && isShown(value) && kindOf(value) !== "tuple" && kindOf(value) !== "coordinate";

type Owner = Pick<ChangedFunction, "id" | "name" | "place">;

/** The function that a change stands in: of several of one name the last that begins before it. */
function owners({ facts }: FactIndex): (change: Change) => Owner {
  const begins = new Map<string, Map<string, Place>>();
  for (const { function: name, item } of facts.instances) {
    const place = absolute(facts, item, { start: 0, end: 0 });
    if (place === undefined) continue;
    const own = begins.get(name) ?? new Map<string, Place>();
    begins.set(name, own.set(item, place));
  }
  return ({ function: name, at }) => {
    const before = [...(begins.get(name)?.values() ?? [])].filter(
      ({ fragment, start }) => fragment === at.fragment && start <= at.start,
    );
    const place = before.sort((a, b) => b.start - a.start)[0] ?? { fragment: at.fragment, start: 0, end: 0 };
    return { id: `${name}@${place.fragment}:${place.start}`, name, place };
  };
}
