// Options of commands that count banks: other memories than 32 banks of 4 bytes, other groups than a warp of 32 threads.
import { InvalidArgumentError } from "commander";
import { type Memory, nvidia } from "../../../src-engine/costs/access.ts";

export interface MemoryOptions {
  readonly banks?: number;
  readonly bankBytes?: number;
  readonly warp?: number;
}

/** As commander's `option` takes them. */
export const memoryOptions = {
  banks: ["--banks <n>", "banks of shared memory: 32 when absent", positive],
  bankBytes: ["--bank-bytes <n>", "bytes of a bank: 4 when absent", positive],
  warp: ["--warp <n>", "threads that reach for memory together: 32 when absent", positive],
} as const;

export const memoryOf = ({ banks, bankBytes, warp }: MemoryOptions): Memory => ({
  banks: banks ?? nvidia.banks,
  bankBytes: bankBytes ?? nvidia.bankBytes,
  warp: warp ?? nvidia.warp,
});

export function positive(text: string): number {
  return integer(text, 1);
}

export function natural(text: string): number {
  return integer(text, 0);
}

function integer(text: string, least: number): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least)
    throw new InvalidArgumentError(`"${text}" is not an integer from ${least}`);
  return value;
}
