// The dialect of each language: one row a language.
import type { Dialect } from "../../../src-engine/evaluate/dialect.ts";
import type { Language } from "../../../src-engine/ir.ts";
import { pythonDialect } from "./python/dialect.ts";

const none = (language: Language): Dialect => ({
  language,
  lookup: () => undefined,
  member: () => undefined,
  call: (builtin) => ({ kind: "unknown", why: `${builtin.name} is not known` }),
  instantiate: (builtin) => ({ kind: "unknown", why: `${builtin.name} is not known` }),
  index: () => undefined,
});

const dialects: Readonly<Record<Language, Dialect>> = { cpp: none("cpp"), python: pythonDialect() };

export const dialectOf = (language: Language): Dialect => dialects[language];
