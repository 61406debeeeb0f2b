// The presets setting, in its two forms: `"M": "4096"` is a value for every symbol of that name,
// `"gemm_device": "M = 4096, N = 128"` are presets of one function or class.
import type { Settings } from "./schema.ts";

export interface Presets {
  readonly bindings: ReadonlyMap<string, number>;
  readonly presets: Readonly<Record<string, readonly string[]>>;
}

export function presetsOf(settings: Settings): Presets {
  const entries = Object.entries(settings.presets);
  const numbers = entries.map(([name, text]) => [name, Number(text)] as const);
  const functions = entries.filter(([, text]) => text.includes("=")).map(([name, text]) => [name, [text]] as const);
  return {
    bindings: new Map(numbers.filter(([, value]) => Number.isSafeInteger(value))),
    presets: Object.fromEntries(functions),
  };
}
