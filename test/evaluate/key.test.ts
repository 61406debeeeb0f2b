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
