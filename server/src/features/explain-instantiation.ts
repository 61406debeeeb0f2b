// What a compiler's log says of the template that failed: `[with IntTupleA=cute::_96, IntTupleB=cute::C<64>]`, in CuTe's notation.

const longest = 6000;
const mostRows = 8;

/** The arguments of the first instantiation behind the error, without those that are no layouts, shapes or numbers. */
export function instantiatedWith(text: string, from: number): readonly (readonly [string, string])[] {
  const behind = text.slice(from, from + longest).replace(/[^\S\n]*\n\s*/g, " ");
  const start = behind.indexOf("[with ");
  if (start < 0) return [];
  const rows = split(behind.slice(start + "[with ".length, end(behind, start))).flatMap((part) => {
    const [name, type] = /^\s*([\w.-]+)\s*=\s*(.+)$/s.exec(part)?.slice(1) ?? [];
    const shown = type === undefined ? undefined : notation(type);
    return name === undefined || shown === undefined ? [] : [[name, shown] as const];
  });
  return rows.slice(0, mostRows);
}

/** Where the bracket that opens at `start` closes. */
function end(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === "[") depth++;
    if (text[i] === "]" && --depth === 0) return i;
  }
  return text.length;
}

/** At the commas outside every bracket. */
function split(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, last] = [0, 0];
  for (let i = 0; i <= text.length; i++) {
    const letter = text[i];
    if (letter === "<" || letter === "(") depth++;
    if (letter === ">" || letter === ")") depth--;
    if (i < text.length && (letter !== "," || depth > 0)) continue;
    parts.push(text.slice(last, i));
    last = i + 1;
  }
  return parts;
}

/** `cute::Layout<cute::tuple<cute::_8, cute::C<4>>, …>` as `(_8,_4):…`; undefined for a type that CuTe prints otherwise. */
function notation(type: string): string | undefined {
  const bare = type
    .trim()
    .replace(/\bcute::|\bstd::|\bconst\b|&/g, "")
    .trim();
  if (/^_\d*$/.test(bare) || /^-?\d+$/.test(bare)) return bare;
  if (/^(?:u?int\d*_t|int|long|unsigned)$/.test(bare)) return "?";
  const [name, inner] = /^(\w+)<(.*)>$/s.exec(bare)?.slice(1) ?? [];
  if (name === undefined || inner === undefined) return undefined;
  if (name === "C") return `_${inner.replace(/[UL]+$/i, "")}`;
  if (name === "Swizzle") return `Sw<${inner.replace(/\s/g, "")}>`;
  const parts = split(inner).map(notation);
  if (name === "tuple" && parts.every((part) => part !== undefined)) return `(${parts.join(",")})`;
  if (name === "Layout" && parts.length === 2 && parts.every((part) => part !== undefined)) return parts.join(":");
  return name === "ComposedLayout" && parts.every((part) => part !== undefined) ? parts.join(" o ") : undefined;
}
