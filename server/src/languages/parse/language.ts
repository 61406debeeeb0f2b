// Which grammar a file is read with, by the end of its name.
import type { Language } from "../../../../src-engine/program/ir.ts";

export const cppExtensions = [".cu", ".cuh", ".h", ".hpp", ".hxx", ".inl", ".cpp", ".cc", ".cxx"] as const;
export const pythonExtensions = [".py"] as const;

/** The language of a file by its extension; notebooks (`.ipynb`) hold Python in cells. Undefined for everything else. */
export function languageOf(path: string): Language | undefined {
  const name = path.toLowerCase();
  if (cppExtensions.some((end) => name.endsWith(end))) return "cpp";
  if (pythonExtensions.some((end) => name.endsWith(end)) || name.endsWith(".ipynb")) return "python";
  return undefined;
}
