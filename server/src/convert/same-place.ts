// Where a place of a text stood in an older text, as far as the text around it is the same.

/** The offset in the older text; undefined where what stands there was changed since. */
export function placeBefore(before: string, now: string, offset: number): number | undefined {
  const start = commonStart(before, now);
  if (offset < start) return offset;
  const end = commonEnd(before, now, start);
  if (offset >= now.length - end) return offset + before.length - now.length;
  return sameLine(before.slice(start, before.length - end), now, offset, start);
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let i = 0;
  while (i < most && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  // A word that was typed on is no longer the same word.
  while (i > 0 && isWord(b[i - 1])) i--;
  return i;
}

function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let i = 0;
  while (i < most && a.charCodeAt(a.length - 1 - i) === b.charCodeAt(b.length - 1 - i)) i++;
  while (i > 0 && isWord(b[b.length - i])) i--;
  return i;
}

const isWord = (c: string | undefined): boolean => c !== undefined && /\w/.test(c);

/** Between two edits: the line itself, where it stood there just once. */
function sameLine(changed: string, now: string, offset: number, start: number): number | undefined {
  const from = now.lastIndexOf("\n", offset - 1) + 1;
  const to = now.indexOf("\n", offset);
  const line = now.slice(from, to < 0 ? now.length : to);
  const at = line.trim() === "" ? -1 : `\n${changed}\n`.indexOf(`\n${line}\n`);
  if (at < 0 || `\n${changed}\n`.indexOf(`\n${line}\n`, at + 1) >= 0) return undefined;
  return start + at + offset - from;
}
