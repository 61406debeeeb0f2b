// A negative number in C++ is an integer as well: the grammar takes its sign into the literal.
import { test } from "vitest";
import { checkCpp } from "../evaluate/facts-of.ts";

test("negative numbers", () =>
  checkCpp(`
void f() {
  auto a = -1; // a -> -1
  auto s = make_tuple(-2, 3); // s -> (-2,3)
  auto l = make_layout(make_shape(Int<4>{}), make_stride(-1)); // l -> (_4):(-1)
  auto i = a + 3; // i -> 2
}`));
