// Text of a peek, in lines that fit.

/** Columns that a peek shows without scrolling, in a window of ordinary width. */
const WIDTH = 76;

export function wrapped(text: string, indent: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length + 1 > WIDTH - indent.length) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.map((line, i) => `${indent}${i === 0 ? "" : "  "}${line}`).join("\n");
}
