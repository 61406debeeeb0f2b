// The costs of a file as rows of JSON: what `costs --json` prints, and a part of `inspect --json`.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import { costList, type PlacedCost } from "../costs/list.ts";
import type { Elsewhere } from "../costs/reached.ts";
import { type FactIndex, indexFacts } from "../facts/fact-index.ts";
import { costJson } from "../features/costs/json.ts";
import type { Document } from "../project/analyse.ts";
import { lineTable } from "../project/linked.ts";

/** Every cost of a file with where it stands. */
export function costRows(facts: FileFacts, document: Document): readonly object[] {
  const index = indexFacts(facts, document.fragments);
  const position = lineTable(document);
  return costList(index).map((one) => {
    const { fragment, start } = one.placed.place;
    const { elsewhere } = one;
    return {
      ...whereOf(index, one),
      ...position(fragment, start),
      ...(elsewhere === undefined ? {} : { in: inJson(elsewhere) }),
      ...costJson(one, facts.unit.language),
    };
  });
}

/** The function of another file that does it. */
function inJson({ file, function: name, lambda, line, times }: Elsewhere): object {
  return {
    file,
    function: name,
    ...(lambda === undefined ? {} : { lambda }),
    line,
    ...(times === undefined ? {} : { times }),
  };
}

export function whereOf(
  index: FactIndex,
  { placed }: PlacedCost,
): { readonly function: string; readonly instance: string } {
  const instance = index.instances.get(placed.fact.instance);
  return { function: instance?.function ?? "", instance: instance?.label ?? "" };
}
