// A key for a place in an item.
import type { Span } from "../../../src-engine/program/ir.ts";

/** One number for both ends: of thousands of expressions texts take their time. */
export const spanKey = ({ start, end }: Span): number => start * 2 ** 26 + end;
