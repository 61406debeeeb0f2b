// The names that a function's code and comments give to sizes.
import { equal } from "../../../src-engine/algebra/int/ask.ts";
import { isInt } from "../../../src-engine/algebra/int/int.ts";
import type { ItemId } from "../../../src-engine/program/ir.ts";
import type { Contract, Declaration } from "./contracts.ts";
import { isWord, type NamedSize, namedSizes } from "./named-sizes.ts";

/** Names of the other comments in the instance of a function. */
export function namesOfComments(
  contracts: readonly Contract[],
  item: ItemId,
  instance: string,
  except?: Declaration,
): readonly NamedSize[] {
  return contracts
    .filter((one) => one.item === item && one.place.start !== except?.place.start && !one.said.concrete)
    .flatMap((one) => namedSizes(one, instance));
}

/** Integer variables and parameters of the instance: `bM`, `kStages`; none that has several values there. */
export function namesOfCode(declared: readonly Declaration[], item: ItemId, instance: string): readonly NamedSize[] {
  const found = new Map<string, NamedSize | undefined>();
  for (const one of declared) {
    const value = one.item === item ? one.values.find((each) => each.instance === instance)?.value : undefined;
    if (value === undefined || !isWord(one.name)) continue;
    const before = found.get(one.name);
    const same = before === undefined || (isInt(value) && equal(before.size, value) === "yes");
    found.set(
      one.name,
      isInt(value) && same && !(found.has(one.name) && before === undefined)
        ? { name: one.name, size: value }
        : undefined,
    );
  }
  return [...found.values()].filter((one) => one !== undefined);
}
