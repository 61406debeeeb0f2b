// Examples are told tiles and sizes first, and each type and stride once for the tensors that share it.
import { expect, test } from "vitest";
import { exampleText } from "../../src-engine/interpret/example-text.ts";

test("tensors of one element type", () =>
  expect(
    exampleText([
      "Q.element_type = Float16, Q.stride[2] = 1",
      "K.element_type = Float16, K.stride[2] = 1",
      "lse.element_type = Float32, lse.stride[1] = 1",
      "acc_dtype = Float32",
      "head_dim = 64",
      "cta_tiler = (128,128,64)",
    ]),
  ).toEqual([
    "cta_tiler = (128,128,64)",
    "head_dim = 64",
    "acc_dtype = Float32",
    "Q/K.element_type = Float16",
    "lse.element_type = Float32",
    "Q/K.stride[2] = 1",
    "lse.stride[1] = 1",
  ]));

test("what comes from another file stands as it was said", () =>
  expect(exampleText(["Traits as in flash_fwd.cu:12"])).toEqual(["Traits as in flash_fwd.cu:12"]));

test("a long list is cut, but never what is assumed of tensors", () => {
  const sizes = ["a", "b", "c", "d", "e", "f", "g"].map((name) => `${name} = 1`);
  expect(exampleText([...sizes, "Q.element_type = Float16, Q.stride[2] = 1"])).toEqual([
    ...sizes.slice(0, 6),
    "…",
    "Q.element_type = Float16",
    "Q.stride[2] = 1",
  ]);
});
