// One analysis at a time: what somebody waits for comes first, the newest edit among it first of all.
import { expect, test } from "vitest";
import { type Claim, Turns } from "../../server/src/lsp/turns.ts";

const claim = (edited: number, isWaitedFor = false) => ({ edited, isWaitedFor });

async function orderOf(jobs: readonly (readonly [name: string, claim: Claim])[]): Promise<readonly string[]> {
  const turns = new Turns();
  const order: string[] = [];
  const all = jobs.map(([name, of]) => turns.take(of, async () => order.push(name)));
  turns.open();
  await Promise.all(all);
  return order;
}

test("other open files, evaluated because one was edited, let that one pass", async () => {
  const others = ["a", "b", "c"].map((name, i) => [name, claim(i)] as const);
  expect(await orderOf([...others, ["edited", claim(9, true)]])).toEqual(["edited", "c", "b", "a"]);
});

test("of two that are waited for the newer edit comes first; of one document the first that asked", async () => {
  expect(
    await orderOf([
      ["older", claim(1, true)],
      ["newer", claim(2, true)],
      ["what if", claim(2, true)],
    ]),
  ).toEqual(["newer", "what if", "older"]);
});

test("what is asked for while it waits moves up", async () => {
  const turns = new Turns();
  const order: string[] = [];
  const late = claim(1);
  const jobs = [
    turns.take(claim(3), async () => order.push("other")),
    turns.take(late, async () => order.push("asked for")),
  ];
  late.isWaitedFor = true;
  expect(turns.isWaitedFor()).toBe(true);
  turns.open();
  await Promise.all(jobs);
  expect(order).toEqual(["asked for", "other"]);
});

test("one that fails costs only itself", async () => {
  const turns = new Turns();
  turns.open();
  const failed = turns.take(claim(1), () => Promise.reject(new Error("no")));
  await expect(failed).rejects.toThrow("no");
  expect(await turns.take(claim(1), async () => 7)).toBe(7);
});
