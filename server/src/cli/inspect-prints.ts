// Rows of `inspect` for printing calls: what each would write, in every instance.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import { indexFacts } from "../facts/fact-index.ts";
import { printed } from "../features/prints/printed.ts";
import type { Document } from "../project/analyse.ts";
import { lineTable } from "../project/linked.ts";
import type { InspectedFact } from "./inspect.ts";

/** The name is the callee's, the place that of the callee. */
export function printRows(
  facts: FileFacts,
  document: Document,
  wanted: (instance: string) => boolean,
): readonly InspectedFact[] {
  const position = lineTable(document);
  const index = indexFacts(facts, document.fragments);
  return index.calls.flatMap((call): readonly InspectedFact[] => {
    const found = wanted(call.fact.instance) ? printed(index, call) : undefined;
    if (found === undefined) return [];
    const instance = index.instances.get(call.fact.instance);
    const { line, column } = position(call.place.fragment, call.place.start);
    const { function: inside = "", label = "" } = instance ?? {};
    return [{ function: inside, instance: label, name: found.name, line, column, kind: "print", value: found.text }];
  });
}
