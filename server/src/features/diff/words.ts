// Words that every way of showing differences shares.
import type { Change } from "./compare.ts";

/** What sums up stands before what it sums up: a kernel's budgets, then its copies and MMAs, then every variable. */
export const sections = [
  ["kernels", "kernels"],
  ["unknown", "no longer known"],
  ["costs", "costs"],
  ["values", "values"],
] as const;

export const whereOf = ({ function: name, instances }: Change): string => {
  const labels = instances.filter(Boolean);
  const more = labels.length > 2 ? `, ${labels.length - 2} more` : "";
  return `${name || "file scope"}${labels.length === 0 ? "" : ` (${labels.slice(0, 2).join(", ")}${more})`}`;
};

export const count = (many: number, word: string): string => `${many} ${word}${many === 1 ? "" : "s"}`;
