// The program that is evaluated: its files with their imports resolved, what stands for its library, the presets of its user.
//
// Made by whoever links the files; the evaluation only reads it.

import type { Dialect } from "../interpret/dialect.ts";
import type { Expr, FunctionCore, Item, ItemId, Language, Span, Unit } from "./ir.ts";
import { type Outline, outlineOf } from "./outline.ts";

/** A unit with its imports resolved and its text at hand. */
export interface LinkedUnit {
  readonly unit: Unit;
  /** Import targets that are files of the program: include text or (dots and) module name → file. */
  readonly links: ReadonlyMap<string, string>;
  /** Its code changes what belongs to other files as soon as it is imported. */
  readonly meddles: boolean;
  /** What its code mentions; of one that has not been read this does not read it. */
  outline(): Outline;
  /** False where its text does not have the word. */
  mayName(word: string): boolean;
  /** The source text of a span of an item. */
  text(item: ItemId, span: Span): string;
  /** 1-based line of an offset in an item. */
  line(item: ItemId, offset: number): number;
}

export interface Preset {
  readonly name: string;
  readonly value: Expr;
}

export interface Program {
  /** Facts are kept for this file. */
  readonly target: string;
  /** Files whose functions are started when nobody calls them: users of the target, then the target. */
  readonly roots: readonly string[];
  readonly units: ReadonlyMap<string, LinkedUnit>;
  dialect(language: Language): Dialect;
  /** Operations that functions of other files are looked at for: what they do below the target's own is asked, not their names. */
  readonly askedElsewhere?: ReadonlySet<string>;
  /** What items mention, kept from one evaluation to the next. */
  readonly mentions?: WeakMap<Item | FunctionCore, ReadonlySet<string>>;
  readonly library?: LibrarySource;
  /** The CUTLASS whose headers C++ code includes, `3.6.0`; "unknown" where none is in sight, undefined for the newest. */
  readonly libraryVersion?: string;
  /** Presets for a class or function: from comments above it and from the workspace file. */
  presets?(file: string, item: Item): readonly Preset[];
}

/** An item's own text; empty where it has no place. */
export function ownText({ unit, text }: LinkedUnit, { id }: Item): string {
  const place = unit.places.get(id);
  return place === undefined ? "" : text(id, { start: 0, end: place.end - place.start });
}

/** The target has been read; another unit may never be. */
export const outlineIn = ({ target, units }: Program, path: string): Outline | undefined =>
  path === target ? outlineOf(units.get(path)?.unit.items ?? []) : units.get(path)?.outline();

/** Library functions whose source lies in the user's environment. */
export interface LibrarySource {
  /** The file and name of a library function, by its dotted Python name. */
  find(dotted: string): { readonly file: string; readonly name: string } | undefined;
  /** The module of a file that is installed, not the project's own. */
  moduleOf(file: string): string | undefined;
  /** Is it a file of the library itself? */
  isOwn(file: string): boolean;
  /** What to call the environment in a fact's origin. */
  readonly name: string;
}
