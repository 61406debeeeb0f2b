// Texts that the C++ grammar ends the whole process of parsing on: angles that open by the ten thousand and never close. Each may
// begin a template's arguments or be a comparison; at the end of the text the parser's memory for all the readings runs out.

/** Angles open within one statement; kernels have a few dozen. */
const mostOpen = 5_000;

export function isTangled(text: string): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === ";") open = 0;
    else if (char === ">") open = Math.max(0, open - 1);
    else if (char === "<" && (text[at + 1] === "<" || text[at + 1] === "=")) at++;
    else if (char === "<" && ++open > mostOpen) return true;
  }
  return false;
}
