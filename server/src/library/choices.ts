// Options of the library's functions as callers without types may give them: a word that is none of the choices is an Error
// that lists them.

type Choices = Readonly<Record<string, readonly string[]>>;

export function checkChoices(options: object, choices: Choices): void {
  const given = new Map<string, unknown>(Object.entries(options));
  for (const [name, words] of Object.entries(choices)) {
    const word = given.get(name);
    if (word === undefined || (typeof word === "string" && words.includes(word))) continue;
    throw new Error(`${name}: ${String(word)} is none of ${words.join(", ")}`);
  }
}
