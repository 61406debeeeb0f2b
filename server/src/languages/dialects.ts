// The dialect of each language: one row a language.
import type { Dialect } from "../../../src-engine/interpret/dialect.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { cppDialect } from "./cpp/library/dialect.ts";
import { pythonDialect } from "./python/library/dialect.ts";

const dialects: Readonly<Record<Language, Dialect>> = { cpp: cppDialect(), python: pythonDialect() };

export const dialectOf = (language: Language): Dialect => dialects[language];
