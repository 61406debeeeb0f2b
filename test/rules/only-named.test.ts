// Types that a class template names and the program never makes: the compiler does not look at them.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

test("an atom that no element fits, in a class template with and without a use", async () => {
  const told = async (use: string): Promise<readonly string[]> => {
    const { problems } = await analysed(
      `
#include <cute/tensor.hpp>
using namespace cute;
struct Rows {};
struct Columns {};
template <class T, class Major> struct Loads;
template <class T> struct Loads<T, Rows> { using Atom = Copy_Atom<SM75_U32x4_LDSM_N, tfloat32_t>; };
template <class T> struct Loads<T, Columns> { using Atom = Copy_Atom<SM75_U16x8_LDSM_T, tfloat32_t>; };
void f() { auto atom = typename Loads<int, ${use}>::Atom{}; }`,
      "cpp",
    );
    return problems.map(({ code, severity }) => `${severity}: ${code}`);
  };
  expect(await told("Rows")).toEqual(["warning: copy-atom-type"]);
  expect(await told("Columns")).toEqual(["error: copy-atom-type"]);
});
