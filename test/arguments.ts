// The words after `npm run fuzz --` and `npm run soak --`: what is wrong with them is said in one line, with how the script is called.
import { existsSync } from "node:fs";

export class WrongArguments extends Error {}

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/** What `parse` (of node:util) reads: those named in `numbers` are numbers from 0, paths are there. */
export function readArguments<T extends Parsed>(numbers: readonly (keyof T["values"] & string)[], parse: () => T): T {
  const read = parsed(parse);
  for (const name of numbers) {
    const given = read.values[name];
    if (given !== undefined && !/^\d+(\.\d+)?$/.test(String(given)))
      throw new WrongArguments(`--${name} takes a number, not "${given}"`);
  }
  const missing = read.positionals.find((path) => !existsSync(path));
  if (missing !== undefined) throw new WrongArguments(`no file or folder "${missing}"`);
  return read;
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new WrongArguments(said.replace(/\. To specify a positional.*$/s, ""));
  }
}

/** The same for a script: wrong words end it with status 2. */
export function argumentsOf<T extends Parsed>(
  usage: string,
  numbers: readonly (keyof T["values"] & string)[],
  parse: () => T,
): T {
  try {
    return readArguments(numbers, parse);
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error;
    console.error(`${error.message}\n${usage}`);
    process.exit(2);
  }
}
