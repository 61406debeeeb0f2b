// The law of loops: what is shown for a place in a loop or behind it holds in every round, however often the loop runs.
//
// Small random loops over three integers are run here, round by round; a number that the tool shows must be the number every time,
// alternatives must hold each of them. A symbol says nothing and is always right.
import fc from "fast-check";
import { expect, test } from "vitest";
import { rowsOf } from "../evaluate/facts-of.ts";

const names = ["a", "b", "c"] as const;
type Name = (typeof names)[number];
type State = Record<Name | "i" | "n", number>;

/** A statement as C++ text and as what it does; every statement of these means the same in both. */
interface Step {
  readonly text: string;
  readonly run: (state: State) => void;
}

const target = fc.constantFrom(...names);
const read = fc.constantFrom(...names, "i" as const);

const assign: fc.Arbitrary<Step> = fc.record({ to: target, from: read, more: fc.integer({ min: 0, max: 3 }) }).map(
  ({ to, from, more }): Step => ({
    text: `${to} = ${from} + ${more};`,
    run: (state) => {
      state[to] = state[from] + more;
    },
  }),
);

const set: fc.Arbitrary<Step> = fc.record({ to: target, value: fc.integer({ min: 0, max: 3 }) }).map(
  ({ to, value }): Step => ({
    text: `${to} = ${value};`,
    run: (state) => {
      state[to] = value;
    },
  }),
);

const add: fc.Arbitrary<Step> = fc.record({ to: target, from: read, sign: fc.constantFrom(1, -1) }).map(
  ({ to, from, sign }): Step => ({
    text: `${to} ${sign > 0 ? "+=" : "-="} ${from};`,
    run: (state) => {
      state[to] += sign * state[from];
    },
  }),
);

const plain = fc.oneof(assign, set, add);
const guarded: fc.Arbitrary<Step> = fc.record({ of: read, above: fc.integer({ min: 0, max: 2 }), then: plain }).map(
  ({ of, above, then }): Step => ({
    text: `if (${of} > ${above}) { ${then.text} }`,
    run: (state) => {
      if (state[of] > above) then.run(state);
    },
  }),
);

const loop = fc.record({
  start: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 3, maxLength: 3 }),
  body: fc.array(fc.oneof(plain, guarded), { minLength: 1, maxLength: 4 }),
  down: fc.boolean(),
});

const seen = names.map((name) => `auto at_${name} = ${name} + 0;`).join(" ");
const left = names.map((name) => `auto left_${name} = ${name} + 0;`).join(" ");

test("a number that is shown is the number in every round and after any number of rounds", { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(loop, async ({ start, body, down }) => {
      const head = down ? "int i = n; i > 0; --i" : "int i = 0; i < n; ++i";
      const text = `#include <cute/tensor.hpp>
void f(int n) {
  ${names.map((name, i) => `int ${name} = ${start[i]};`).join(" ")}
  for (${head}) { ${seen} ${body.map((one) => one.text).join(" ")} }
  ${left}
}`;
      const found = runs(start, body, down);
      for (const row of await rowsOf({ "/p/a.cu": text }, "/p/a.cu")) {
        const numbers = row.value.split(" | ");
        const values = found.get(row.name);
        if (values === undefined || !numbers.every((one) => /^-?\d+$/.test(one))) continue;
        for (const value of values) expect(numbers, `${row.name}\n${text}`).toContain(String(value));
      }
    }),
    { numRuns: 150 },
  ),
);

/** What each name is at the head of the rounds and behind the loop, for up to five rounds. */
function runs(start: readonly number[], body: readonly Step[], down: boolean): ReadonlyMap<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  const note = (state: State, word: string): void => {
    for (const name of names) {
      const key = `${word}_${name}`;
      found.set(key, (found.get(key) ?? new Set()).add(state[name]));
    }
  };
  for (let n = 0; n <= 5; n++) {
    const state: State = { a: start[0]!, b: start[1]!, c: start[2]!, i: down ? n : 0, n };
    while (down ? state.i > 0 : state.i < n) {
      note(state, "at");
      for (const one of body) one.run(state);
      state.i += down ? -1 : 1;
    }
    note(state, "left");
  }
  return found;
}
