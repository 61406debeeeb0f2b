// What an analysis makes when it is first asked for, and keeps.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import { type FactIndex, indexFacts } from "../facts/fact-index.ts";
import { type Choices, chosenInstances } from "../features/instance-choice.ts";

/** Arranged at the first question; anew only what a choice changes. */
export function indexed(facts: FileFacts, texts: readonly string[], choices: () => Choices): () => FactIndex {
  let made: { readonly choices: Choices; readonly index: FactIndex } | undefined;
  return () => {
    const now = choices();
    if (made?.choices !== now)
      made = { choices: now, index: indexFacts(facts, texts, chosenInstances(facts.instances, now)) };
    return made.index;
  };
}
