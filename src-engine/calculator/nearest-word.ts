// The operation that a misspelt name is nearest to: `zip_divide` → `zipped_divide`.

import { atomCalls } from "./atom-calls.ts";
import { constructors } from "./constructors.ts";
import { analysisOps } from "./ops/analysis.ts";
import { ops } from "./ops/table.ts";

/** Undefined where none is near: more than a third of the letters differ. */
export function nearestWord(name: string): string | undefined {
  if (name.length < 3 || name.length > 60) return undefined;
  const words = [...ops.keys(), ...analysisOps.keys(), ...atomCalls.keys(), ...constructors.keys()].filter((word) =>
    /^\w+$/.test(word),
  );
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const word of words) {
    const distance = editDistance(name.toLowerCase(), word.toLowerCase());
    if (distance <= Math.ceil(name.length / 3) && (best === undefined || distance < best.distance))
      best = { word, distance };
  }
  return best?.word;
}

/** Letters to insert, leave out or change. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
