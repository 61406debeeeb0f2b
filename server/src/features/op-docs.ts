// The operations' signatures and documentation by name, from the engine's op table.
import type { Op } from "../../../src-engine/algebra/context.ts";
import { ops } from "../../../src-engine/calculator/ops/table.ts";

export type OpDoc = Pick<Op, "name" | "signature" | "doc">;

export const opDocs: ReadonlyMap<string, OpDoc> = ops;
