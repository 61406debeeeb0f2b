// Equal values have equal keys, however and in whichever order they were made.
import { expect, test } from "vitest";
import { elementType } from "../../src-engine/algebra/atoms/element-types.ts";
import { dynamicInt, staticInt } from "../../src-engine/algebra/int/int.ts";
import type { Pointer, Value } from "../../src-engine/algebra/value.ts";
import { newIdentities } from "../../src-engine/interpret/identities.ts";
import { sameValue, valueKey } from "../../src-engine/interpret/key.ts";
import type { ObjectValue } from "../../src-engine/program/values.ts";

const same = (a: Value, b: Value): boolean => sameValue(newIdentities(), a, b);

test("numbers, by value and by who knows them", () => {
  expect(same(staticInt(8192), staticInt(8192))).toBe(true);
  expect(same(dynamicInt(-1), { ...dynamicInt(-1) })).toBe(true);
  expect(same(staticInt(4), dynamicInt(4))).toBe(false);
});

test("pointers whose fields were set in another order", () => {
  const dtype = elementType("half_t")!;
  const one: Pointer = { kind: "pointer", space: "smem", dtype, offset: staticInt(0), align: 16, base: "smem" };
  const { base = "", ...rest } = one;
  expect(same(one, { base, ...rest })).toBe(true);
  expect(same(one, { ...one, align: 32 })).toBe(false);
});

test("an object's key follows its fields, and those of the objects in it", () => {
  const identities = newIdentities();
  const inner: ObjectValue = { kind: "object", name: "Inner", fields: new Map([["n", dynamicInt(1)]]) };
  const outer: ObjectValue = { kind: "object", name: "Outer", fields: new Map<string, Value>([["inner", inner]]) };
  const key = (): string => valueKey(identities, outer, "content");
  const first = key();
  expect(key()).toBe(first);
  inner.fields.set("n", dynamicInt(2));
  const second = key();
  expect(second).not.toBe(first);
  outer.fields.set("m", dynamicInt(3));
  expect(key()).not.toBe(second);
  outer.fields.delete("m");
  inner.fields.set("n", dynamicInt(1));
  expect(key()).toBe(first);
  expect(valueKey(identities, { ...outer, name: "Other" }, "content")).not.toBe(first);
});

test("a long list of objects has a key that follows them", () => {
  const identities = newIdentities();
  const long: Value = { kind: "tuple", items: Array.from({ length: 100 }, (_, i) => dynamicInt(i)) };
  const config = (n: number): ObjectValue => {
    const fields = new Map<string, Value>([
      ["n", dynamicInt(n)],
      ["long", long],
    ]);
    return { kind: "object", name: "Config", fields };
  };
  const listOf = (items: readonly ObjectValue[]): Value => ({ kind: "tuple", items });
  const configs = Array.from({ length: 200 }, (_, i) => config(i));
  const list = listOf(configs);
  const key = (value: Value): string => valueKey(identities, value, "content");
  const first = key(list);
  expect(first).toMatch(/^big:/);
  expect(key(list)).toBe(first);
  expect(key(listOf(Array.from({ length: 200 }, (_, i) => config(i))))).toBe(first);
  configs[199]?.fields.set("n", dynamicInt(0));
  expect(key(list)).not.toBe(first);
});
