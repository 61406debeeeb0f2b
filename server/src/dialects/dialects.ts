// The dialect of each language: one row a language.
import type { Dialect } from "../../../src-engine/evaluate/dialect.ts";
import type { Language } from "../../../src-engine/ir.ts";
import { cppDialect } from "./cpp/dialect.ts";
import { pythonDialect } from "./python/dialect.ts";

const dialects: Readonly<Record<Language, Dialect>> = { cpp: cppDialect(), python: pythonDialect() };

export const dialectOf = (language: Language): Dialect => dialects[language];
