// Source text inside answers: on one line and of bounded length.

export function oneLine(text: string, longest: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= longest ? flat : `${flat.slice(0, longest - 1)}…`;
}
