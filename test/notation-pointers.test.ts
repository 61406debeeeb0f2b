// Pointers and tensors survive print and parse: the preview and the command line read what a hover shows.
import { describe, expect, test } from "vitest";
import { parse } from "../src-engine/algebra/notation/parse.ts";
import { print } from "../src-engine/algebra/notation/print.ts";

describe("C++ notation", () => {
  test.each([
    "gmem_ptr[32b](PTR) o (_8,M):(_1,_8)",
    "Sw<3,4,3>_smem_ptr[16b](PTR) o (_8,_64):(_64,_1)",
    "smem_ptr[16b](0x400) o (_8,_8):(_8,_1)",
    "ptr[32b](PTR) o (_4,_4):(_1,_4)",
    "tmem_[32b](0x0040.0010) o (_128,_32):(_65536,_1)",
    "GMMA::DescriptorIterator o (_1,_2,_4):(_0,_64,_256)",
    "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)",
    "counting_iter(12) o (4,5):(_1,4)",
    "ArithTuple(_0,12) o (_4,_4):(_1@0,_1@1)",
  ])("%s", (text) => expect(print(parse(text), "cpp")).toBe(text));

  test("the address may be left out", () => {
    expect(print(parse("gmem_ptr[32b] o (_8,_8):(_1,_8)"))).toBe("gmem_ptr[32b](PTR) o (_8,_8):(_1,_8)");
  });
});

describe("CuTe DSL's notation", () => {
  test.each(["smem_ptr[16b,S<3,4,3>](PTR) o ((8,16),(64,1)):((64,512),(1,0))", "gmem_ptr[16b](PTR) o (M,K):(K,1)"])(
    "%s",
    (text) => expect(print(parse(text, { dialect: "dsl" }), "dsl")).toBe(text),
  );
});

// What str() wrote for tensors of nvidia-cutlass-dsl 4.8.1, traced and of the host.
describe("str() of CuTe DSL's tensors", () => {
  test.each([
    ["tensor<ptr<f32, rmem, align<32>> o (4,8):(1,4)>", "ptr[32b](PTR) o (4,8):(1,4)"],
    ["tensor<ptr<f16, smem, align<1024>, S<3,4,3>> o (8,64):(64,1)>", "smem_ptr[16b,S<3,4,3>](PTR) o (8,64):(64,1)"],
    [
      "tensor<ptr<f8E4M3FN, gmem, align<16>> o (?,?{div=8}):(?{i64 div=8},1)>",
      "gmem_ptr[8b](PTR) o (?,?{div=8}):(?{i64 div=8},1)",
    ],
    ["tensor<ptr<f16, generic> o (8,8):(8,1)>", "ptr[16b](PTR) o (8,8):(8,1)"],
    ["tensor<(0,0) o (4,8):(1@0,1@1)>", "(0,0) o (4,8):(1@0,1@1)"],
    ["Tensor<0x00005598628a6d80@gmem o (8,16):(16,1)>", "gmem_ptr(PTR) o (8,16):(16,1)"],
  ])("%s", (text, notation) => expect(print(parse(text, { dialect: "dsl" }), "dsl")).toBe(notation));

  test.each(["tensor<8>", "tensor<(8,8):(8,1)>", "tensor<ptr<f32, rmem> o (4,8):(1,4)"])("%s is none", (text) => {
    expect(() => parse(text, { dialect: "dsl" })).toThrow();
  });
});
