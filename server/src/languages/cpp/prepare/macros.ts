// Macros as the preprocessor sees them: definitions, their table at a point of the file, and what the architecture defines.

export interface Macro {
  readonly name: string;
  /** Absent for an object-like macro; `...` as last name for a variadic one. */
  readonly params?: readonly string[];
  /** The replacement with line continuations joined and comments dropped. */
  readonly body: string;
  /** What it is where the condition around this definition does not hold; nobody knows which of the two stands. */
  readonly otherwise?: { readonly condition: string; readonly macro: Macro };
}

/** A macro and what else it may be. */
export const definitionsOf = (macro: Macro): readonly Macro[] =>
  macro.otherwise === undefined ? [macro] : [macro, ...definitionsOf(macro.otherwise.macro)];

/** Does a macro stand for a whole number? It reads well by its name. */
export const isConstant = (macro: Macro): boolean =>
  macro.params === undefined && /^\(?\s*(?:0[xX][\da-fA-F]+|\d+)[uUlL]*\s*\)?$/.test(macro.body);

/** Does a macro stand for one value or type, that may stand wherever its name does? */
export const isValue = (macro: Macro): boolean =>
  macro.params === undefined && value.test(macro.body) && !specifier.test(macro.body);

const value = /^(?:-?[\d.][\w.]*|(?:\w+\s*::\s*)*\w+|\([^()]*\)|"[^"]*")$/;
const specifier = /^(?:__\w+|inline|static|const|constexpr|extern|virtual|explicit|friend|volatile|noexcept)$/;

/** The macro that a name is once another definition of it is met whose condition nobody decides. */
export function withAlternative(before: Macro | undefined, macro: Macro, under: Undecided): Macro {
  if (before === undefined || definitionsOf(before).some((one) => isSame(one, macro))) return before ?? macro;
  if (under.isUsual) return { ...macro, otherwise: { condition: under.condition, macro: before } };
  return { ...before, otherwise: { condition: negated(under.condition), macro } };
}

/** Where the preprocessor stands while a condition is open that nobody decides. */
export interface Undecided {
  readonly condition: string;
  /** Is this the branch that is read as if there were no other? */
  readonly isUsual: boolean;
}

/** The condition's opposite, as people would say it. */
export const negated = (condition: string): string => /^not \((.*)\)$/s.exec(condition)?.[1] ?? `not (${condition})`;

const isSame = (a: Macro, b: Macro): boolean => a.body === b.body && a.params?.join() === b.params?.join();

/** A definition with its place: absolute offsets of the name and of the whole directive. */
export interface Definition {
  /** What the line itself says. */
  readonly macro: Macro;
  /** What the name is from here on. */
  readonly meaning: Macro;
  /** The undecided condition around it. */
  readonly under?: string;
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
}

export type MacroTable = ReadonlyMap<string, Macro>;

/** What every CUDA compilation, `<cinttypes>`, CuTe and CUTLASS define, and what the chosen architecture adds (`sm_90a`). */
export function predefined(
  arch: string | undefined,
  defines: Readonly<Record<string, string>> = {},
): Map<string, Macro> {
  const table = new Map<string, Macro>();
  const add = (name: string, body: string) => table.set(name, { name, body });
  add("__cplusplus", "201703L");
  add("__CUDACC__", "1");
  add("__NVCC__", "1");
  for (const bits of [8, 16, 32, 64]) for (const kind of "diouxX") add(`PRI${kind}${bits}`, `"${kind}"`);
  add("CUTLASS_GLOBAL", "__global__ static");
  table.set("CUTE_STATIC_V", { name: "CUTE_STATIC_V", params: ["x"], body: "decltype(x)::value" });
  const number = arch === undefined ? undefined : /(\d+)[a-z]?$/.exec(arch)?.[1];
  if (number !== undefined) add("__CUDA_ARCH__", `${number}0`);
  for (const [name, body] of Object.entries(defines)) add(name, body);
  return table;
}

const supported = /^(?:CUTLASS|CUTE)_ARCH_\w*_(?:SUPPORTED|ENABLED)$/;

/** What nvcc defines for one architecture's own instructions, `sm_90a`. */
const ofTarget = /^__CUDA_ARCH_FEAT_SM(\d+)_ALL$/;

/** Features of one architecture, beside which the code has another way for those that are like it (cute/arch/config.hpp:219). */
const ofOneArchitecture: Readonly<Record<string, string>> = { CUTE_ARCH_TCGEN05_TMEM_STAT_ENABLED: "103" };

/**
 * Whether a feature macro of CUTLASS or of nvcc is defined. They follow from the architecture and the toolkit; without a chosen
 * architecture the code is read as on a machine that supports it, since what it guards is what the reader looks at.
 */
export function featureDefined(name: string, arch: string | undefined): boolean | undefined {
  const number = arch === undefined ? undefined : /(\d+)[a-z]?$/.exec(arch)?.[1];
  const target = ofTarget.exec(name)?.[1];
  if (target !== undefined) return number === undefined || number === target;
  if (!supported.test(name)) return undefined;
  const since = /SM(\d+)/.exec(name)?.[1];
  const only = ofOneArchitecture[name];
  if (only !== undefined) return number === undefined ? undefined : number === only;
  if (number === undefined || since === undefined) return true;
  return Number(since) <= Number(number);
}
