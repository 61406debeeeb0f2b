// The blocks of statements around any place of a function, with the conditions on the way there, as events have them.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Block, FunctionItem, Span, Stmt } from "../../../src-engine/program/ir.ts";
import type { Around, Test } from "./barrier-event.ts";
import { leaves } from "./leads-to.ts";

export interface Placed {
  readonly around: Around;
  readonly tests: readonly Test[];
}

/** Of code that stands in no function within the function. */
export function aroundPlace({ body = [] }: FunctionItem, place: Span): Placed {
  return inBlock(body, { id: 0, via: "body", tests: [] }, place);
}

function inBlock(block: Block, around: Around, place: Span): Placed {
  let { tests } = around;
  for (const stmt of block) {
    if (isIn(place, stmt.span)) {
      const blocks = blocksOf(stmt);
      const index = blocks.findIndex((one) => one.some(({ span }) => isIn(place, span)));
      const inner = index < 0 ? undefined : blocks[index];
      return inner === undefined ? { around, tests } : inBlock(inner, blockAround(stmt, index, around, tests), place);
    }
    tests = testsBehind(stmt, tests);
  }
  return { around, tests };
}

/** A statement's own block, under the condition that leads into it. */
export function blockAround(
  stmt: Stmt,
  index: number,
  outer: Around,
  tests: readonly Test[],
  id = stmt.span.start,
): Around {
  const one = { id, outer, stmt };
  switch (stmt.kind) {
    case "if":
      return { ...one, via: "if", tests: [...tests, { test: stmt.test, holds: index === 0 }] };
    case "for":
      return { ...one, via: "loop", tests };
    case "c-for":
    case "while": {
      // Its test holds in every round, but for the first of `do … while`.
      const test = stmt.kind === "while" && stmt.atLeastOnce ? undefined : stmt.test;
      return { ...one, via: "loop", tests: test === undefined ? tests : [...tests, { test, holds: true }] };
    }
    case "block":
      return { ...outer, tests };
    default:
      return { ...one, via: "other", tests };
  }
}

/** What follows `if (…) return;` happens only where the test does not hold; what came before does not ask it. */
export const testsBehind = (stmt: Stmt, tests: readonly Test[]): readonly Test[] =>
  stmt.kind === "if" && stmt.else.length === 0 && leaves(stmt.then)
    ? [...tests, { test: stmt.test, holds: false }]
    : tests;

const isIn = (inner: Span, outer: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;
