// The operation under the cursor (`$0`), read from the text alone.
import { expect, test } from "vitest";
import { atomAt } from "../../server/src/features/atom-at.ts";

function at(marked: string) {
  const offset = marked.indexOf("$0");
  return atomAt(marked.replace("$0", ""), offset);
}

test.each([
  ["make_tiled_mma(SM80_16x8x$016_F32F16F16F32_TN{}, l)", "SM80_16x8x16_F32F16F16F32_TN", "mma-atom"],
  [
    "make_tiled_mma(SM90_64x64x16_F16F16F16_SS$0<GMMA::Major::K,GMMA::Major::MN>{})",
    "SM90_64x64x16_F16F16F16_SS<GMMA::Major::K,GMMA::Major::MN>",
    "mma-atom",
  ],
  ["Copy_Atom<$0SM75_U32x4_LDSM_N, half_t> a;", "SM75_U32x4_LDSM_N", "copy-atom"],
  ["Copy_Atom<Universal$0Copy<uint128_t>, float>{}", "UniversalCopy<uint128_t>", "copy-atom"],
])("%s", (text, name, kind) => {
  const found = at(text);
  expect(found?.name).toBe(name);
  expect(found?.atom.kind).toBe(kind);
});

test("the value type beside it gives the elements", () => {
  const found = at("Copy_Atom<Universal$0Copy<uint128_t>, float>{}");
  expect(found?.atom.kind === "copy-atom" ? found.atom.valueBits : 0).toBe(32);
  expect(found?.notes).toEqual([]);
});

test("without one the hover says what it shows", () => {
  expect(at("Copy_Atom<SM75_$0U32x4_LDSM_N, T> a;")?.notes).toEqual(["layouts are shown in elements of 16 bits"]);
});

test.each([
  "auto SM$0 = 3;",
  "make_$0layout(x)",
  "SM80_16x8x16_NO_SUCH$0_THING{}",
  "SM90_64x64x16_F16F16F16_SS$0<A,",
  "$0",
])("nothing at %s", (text) => expect(at(text)).toBeUndefined());
