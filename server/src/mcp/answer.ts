// Answers of bounded size: agents pay for what they read, so what is left out is counted and the way to it is named.

export interface Answer {
  readonly text: string;
}

/** Characters of one answer. */
export const longest = 8000;

/** Whole lines up to the bound, then how many are missing and how to get them. */
export function bounded(text: string, narrower: string): string {
  const whole = text.trimEnd();
  if (whole.length <= longest) return whole;
  const end = whole.lastIndexOf("\n", longest);
  const kept = whole.slice(0, end < longest / 2 ? longest : end);
  const missing = whole.slice(kept.length).split("\n").length - 1;
  return `${kept}\n… ${missing} more ${missing === 1 ? "line" : "lines"}: ${narrower}`;
}
