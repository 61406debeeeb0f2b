// The calls that lead to an instance, in words: `gemm_nt:342`, in a notebook `cell 3, line 4`.
import { fileName, type Instance } from "../../../src-engine/program/facts.ts";
import { absolute, type FactIndex } from "../facts/fact-index.ts";

/** Outermost first. Calls of a notebook's own cells say the cell, its first is 1; what stands in other files says its line. */
export function callPath(index: FactIndex, instance: Instance): readonly string[] {
  if (index.texts.length < 2) return instance.path;
  return instance.path.map((step, i) => {
    const call = instance.calls[i];
    const own = call?.file === index.facts.unit.file;
    const place = call === undefined || !own ? undefined : absolute(index.facts, call.item, at(call.start));
    if (call === undefined || place === undefined) return step;
    const line = (index.texts[place.fragment] ?? "").slice(0, place.start).split("\n").length;
    const caller = step.slice(0, step.lastIndexOf(":"));
    const cell = `cell ${place.fragment + 1}, line ${line}`;
    return caller === fileName(call.file) ? cell : `${caller} in ${cell}`;
  });
}

const at = (start: number) => ({ start, end: start });
