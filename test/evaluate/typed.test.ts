// Variables without an initialiser, and conversions to a type, where the type is one of several or an enumeration.
import { test } from "vitest";
import { checkCpp, checkFile } from "./facts-of.ts";

test("a variable whose type is one of two has one of two values", () =>
  checkCpp(`
void f(int t) {
  using M = decltype(make_tiled_mma(GMMA::ss_op_selector<half_t, half_t, float, Shape<_64, Int<80>, _64>>()));
  M mma;
  auto c = partition_fragment_C(mma, Shape<_64, Int<80>>{}); // c -> ptr[32b] o ((_2,_2,_10),_1,_1):((_1,_2,_4),_0,_0) | ptr[32b] o ((_2,_2,_2),_1,_5):((_1,_2,_4),_0,_8)
}`));

test("an enumerator by its number", () =>
  checkCpp(`
enum class Role { Producer, Consumer };
void f(int warp) {
  auto role = Role(warp); // role -> warp
  auto one = Role(1); // one -> 1
}`));

test("a header sees what stands before its include", () =>
  checkFile(
    {
      "/p/kernel.h": `
template <class T>
struct Kernel {
  using Arguments = flash::Arguments;
  void run(Arguments const& args) {
    auto l = cute::make_layout(args.rows); // l -> n:_1
  }
};
`,
      "/p/arguments.h": "namespace flash { struct Arguments { int rows; }; }",
      "/p/launch.cu": `
#include "arguments.h"
#include "kernel.h"
void host(int n) { Kernel<float>{}.run({n}); }
`,
    },
    "/p/kernel.h",
  ));

test("braces inside braces make what the fields and parameters are", () =>
  checkCpp(`
struct Sizes { int rows; int columns; };
struct Arguments { Sizes sizes; Stride<int, _1> stride; cutlass::FastDivmod heads; };
void use(Arguments const& args) {
  auto l = make_layout(make_shape(args.sizes.rows, args.sizes.columns), args.stride); // l -> (m,8):(ld,_1)
}
void f(int m, int ld, int h) {
  use({{m, 8}, {ld, _1{}}, {h}});
}`));
