// Macros as the preprocessor sees them: definitions, their table at a point of the file, and what the architecture defines.

export interface Macro {
  readonly name: string;
  /** Absent for an object-like macro; `...` as last name for a variadic one. */
  readonly params?: readonly string[];
  /** The replacement with line continuations joined and comments dropped. */
  readonly body: string;
}

/** A definition with its place: absolute offsets of the name and of the whole directive. */
export interface Definition {
  readonly macro: Macro;
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
}

export type MacroTable = ReadonlyMap<string, Macro>;

/** What every CUDA compilation defines, and what the chosen architecture adds (`sm_90a`). */
export function predefined(
  arch: string | undefined,
  defines: Readonly<Record<string, string>> = {},
): Map<string, Macro> {
  const table = new Map<string, Macro>();
  const add = (name: string, body: string) => table.set(name, { name, body });
  add("__cplusplus", "201703L");
  add("__CUDACC__", "1");
  add("__NVCC__", "1");
  const number = arch === undefined ? undefined : /(\d+)[a-z]?$/.exec(arch)?.[1];
  if (number !== undefined) add("__CUDA_ARCH__", `${number}0`);
  for (const [name, body] of Object.entries(defines)) add(name, body);
  return table;
}

const supported = /^(?:CUTLASS|CUTE)_ARCH_\w*_(?:SUPPORTED|ENABLED)$/;

/**
 * Whether a feature macro of CUTLASS is defined. The headers derive these from the architecture and the toolkit; without a chosen
 * architecture the code is read as on a machine that supports it, since what it guards is what the reader looks at.
 */
export function featureDefined(name: string, arch: string | undefined): boolean | undefined {
  if (!supported.test(name)) return undefined;
  const since = /SM(\d+)/.exec(name)?.[1];
  const number = arch === undefined ? undefined : /(\d+)[a-z]?$/.exec(arch)?.[1];
  if (number === undefined || since === undefined) return true;
  return Number(since) <= Number(number);
}
