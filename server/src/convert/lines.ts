// Offsets ↔ lines and columns. The only place, besides the editor's own documents, that knows about lines.

export interface LineColumn {
  /** Both from 0, columns in UTF-16 units: LSP's positions. */
  readonly line: number;
  readonly character: number;
}

export interface Lines {
  at(offset: number): LineColumn;
  offset(position: LineColumn): number;
}

/** Line ends are `\n`, `\r\n` and `\r`, as LSP counts them. */
export function linesOf(text: string): Lines {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return {
    at: (offset) => {
      const line = lastAtMost(starts, offset);
      return { line, character: offset - (starts[line] ?? 0) };
    },
    offset: ({ line, character }) => {
      const start = starts[line] ?? text.length;
      const end = starts[line + 1] ?? text.length;
      return Math.min(start + character, end);
    },
  };
}

/** Index of the last start that is not above the offset. */
function lastAtMost(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
