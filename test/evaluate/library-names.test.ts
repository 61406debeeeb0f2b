// A project's own name that happens to be CuTe's: where its header cannot be read it is unknown, not CuTe's.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("a plain alias template without arguments deduces nothing", () =>
  checkCpp(`
void f() {
  auto own = Tile{}; // own -> unknown: Tile is declared where this file's includes cannot be read
  auto two = Tile<_4,_8>{}; // two -> (_4,_8)
  auto none = Shape<>{}; // none -> ()
}`));

test("what stands in cute::SM90::GMMA goes by its whole name too", () =>
  checkCpp(`
void f() {
  auto a = SM90::GMMA::Layout_K_SW128_Atom<half_t>{}; // a -> Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)
  auto b = cute::SM90::GMMA::Layout_K_SW128_Atom<half_t>{}; // b -> Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)
}`));
