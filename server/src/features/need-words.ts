// Needs in words: what a value rests on and what cannot be told yet ("needs 8 divides K").
import type { Need } from "../../../src-engine/algebra/context.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { printValue } from "../facts/notation.ts";
import { withoutInternalNames } from "../facts/unnamed.ts";

/** The obligations among the needs: those that nobody can decide yet, each once. */
export function obligations(needs: readonly Need[], language: Language): readonly string[] {
  const open = needs
    .filter((need) => need.holds === "unknown")
    .map((need) => needWords(need, language))
    .filter(namesItsNumbers);
  return [...new Set(open)];
}

/** `8 divides ?{i64}` tells nobody which number. */
const namesItsNumbers = (words: string): boolean =>
  !/\?\{|\b(?:divides|equals|is) \?/.test(withoutInternalNames(words));

export function needWords(need: Need, language: Language): string {
  const text = (...roles: readonly string[]) => {
    const value: Value | undefined = roles.map((role) => need.facts[role]).find((found) => found !== undefined);
    return value === undefined ? "?" : printValue(value, language);
  };
  switch (need.kind) {
    case "divides":
      return `${text("divisor")} divides ${text("of")}`;
    case "exact":
      if (need.facts.modes !== undefined) return `TMA modes from 4 on fold into one of stride ${text("stride")} B`;
      return `the composition of ${text("left")} with ${text("right")} comes out even`;
    case "congruent":
      return `${text("left", "shape")} and ${text("right", "stride")} are congruent`;
    case "compatible":
      return `${text("left")} is compatible with ${text("right")}`;
    case "injective":
      return `${text("layout", "of", "left")} is injective`;
    case "static":
      return `${text("value", "of", "left")} is static`;
    case "equal":
      return `${text("left")} equals ${text("right")}`;
    case "in-range":
      return `${text("value", "index", "left")} is in range`;
    case "contiguous":
      return `${text("layout", "of", "left")} is contiguous`;
    case "other":
      return Object.entries(need.facts)
        .map(([role, value]) => `${role} ${printValue(value, language)}`)
        .join(", ");
    default:
      return need.kind satisfies never;
  }
}
