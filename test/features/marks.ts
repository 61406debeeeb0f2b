// Source text with marks: `$0` is the cursor; a comment line `// ^^^ text` marks a span of the line above it.
//
// Mark lines stay in the text (they are comments); `$0` is taken out.

export interface Mark {
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Marked {
  readonly text: string;
  readonly cursor: number;
  readonly marks: readonly Mark[];
}

export function readMarks(source: string): Marked {
  const cursor = source.indexOf("$0");
  const text = source.replace("$0", "");
  return { text, cursor, marks: marksOf(text) };
}

function marksOf(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  let lineStart = 0;
  let codeStart = 0;
  for (const line of text.split("\n")) {
    const match = /^(\s*(?:\/\/|#)\s*)(\^+)\s*(.*)$/.exec(line);
    if (match === null) codeStart = lineStart;
    else {
      const column = match[1]?.length ?? 0;
      const start = codeStart + column;
      marks.push({ start, end: start + (match[2]?.length ?? 0), text: match[3] ?? "" });
    }
    lineStart += line.length + 1;
  }
  return marks;
}
