// A Python unit that is parsed and lowered when somebody asks for its code: of what a file's users import most is never asked for.
import type { Unit } from "../../../src-engine/program/ir.ts";

class LaterUnit implements Unit {
  readonly language = "python";
  #unit: Unit | (() => Unit);

  constructor(
    readonly file: string,
    readonly imports: NonNullable<Unit["imports"]>,
    read: () => Unit,
  ) {
    this.#unit = read;
  }

  get isRead(): boolean {
    return typeof this.#unit !== "function";
  }

  get items(): Unit["items"] {
    return this.#now.items;
  }

  get places(): Unit["places"] {
    return this.#now.places;
  }

  get directives(): Unit["directives"] {
    return this.#now.directives;
  }

  get commandLines(): Unit["commandLines"] {
    return this.#now.commandLines;
  }

  get #now(): Unit {
    if (typeof this.#unit === "function") this.#unit = this.#unit();
    return this.#unit;
  }
}

export const laterUnit = (file: string, imports: NonNullable<Unit["imports"]>, read: () => Unit): Unit =>
  new LaterUnit(file, imports, read);

/** Has anybody asked for its code? */
export const isRead = (unit: Unit): boolean => !(unit instanceof LaterUnit) || unit.isRead;
