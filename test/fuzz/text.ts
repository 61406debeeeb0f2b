// Texts as an editor has them: positions by line and character, and the smallest change that leads from one to another.

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface TextChange {
  readonly range: Range;
  readonly text: string;
}

/** `\r\n` is one end of a line, as LSP has it. */
function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((match) => match.index + match[0].length)];
}

export function positionAt(text: string, offset: number): Position {
  const starts = lineStarts(text);
  const line = starts.filter((start) => start <= offset).length - 1;
  return { line, character: offset - starts[line]! };
}

/** Undefined for a position that is not in the text. */
export function offsetAt(text: string, { line, character }: Position): number | undefined {
  const starts = lineStarts(text);
  const [start, next] = [starts[line], starts[line + 1] ?? text.length];
  return start === undefined || character < 0 || start + character > next ? undefined : start + character;
}

/** The text of a range; undefined for one that is not in the text. */
export function textIn(text: string, { start, end }: Range): string | undefined {
  const [from, until] = [offsetAt(text, start), offsetAt(text, end)];
  return from === undefined || until === undefined || from > until ? undefined : text.slice(from, until);
}

/** Without what is the same before and behind. A change never begins or ends within the end of a line. */
export function changeBetween(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  while (head > 0 && (before[head - 1] === "\r" || after[head - 1] === "\r")) head--;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  while (tail > 0 && (before.at(-tail) === "\n" || after.at(-tail) === "\n")) tail--;
  const range = { start: positionAt(before, head), end: positionAt(before, before.length - tail) };
  return { range, text: after.slice(head, after.length - tail) };
}
