// Numbers of floating point as their types hold them.

/** Bits of the significand, and the least step between two numbers. */
const kinds: Readonly<Record<string, { readonly digits: number; readonly step: number }>> = {
  half_t: { digits: 11, step: 2 ** -24 },
  bfloat16_t: { digits: 8, step: 2 ** -133 },
  tfloat32_t: { digits: 11, step: 2 ** -136 },
};

/** The number of the type that is nearest; a type that is not listed keeps all. */
export function roundedTo(type: string, value: number): number {
  if (type === "float") return Math.fround(value);
  const kind = kinds[type];
  if (kind === undefined || value === 0 || !Number.isFinite(value)) return value;
  const step = Math.max(2 ** (Math.floor(Math.log2(Math.abs(value))) - kind.digits + 1), kind.step);
  const below = Math.floor(value / step);
  const rest = value / step - below;
  const isUp = rest > 0.5 || (rest === 0.5 && below % 2 !== 0);
  return (isUp ? below + 1 : below) * step;
}

/** The fewest digits that tell a number of the type from its neighbours. */
export function shortest(type: string, value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (roundedTo(type, Number(text)) === value) return text;
  }
  return String(type === "float" ? Number(value.toPrecision(9)) : value);
}
