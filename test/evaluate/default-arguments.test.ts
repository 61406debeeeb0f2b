// Default arguments in C++: bare braces are a value of the parameter's type; a loop's `>>=` changes its variable.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("Stages stages = {} is what Stages is by default, or by the caller", () =>
  checkCpp(`
template <class Layout, class Stages = Int<3>>
constexpr auto restage(Layout const& layout, Stages stages = {}) {
  return append(layout, make_layout(stages));
}
struct Options { int stages = 2; };
auto many(int n, Options options = {}) { return make_layout(make_shape(n, options.stages)); }
void g() {
  auto three = restage(make_layout(Int<4>{})); // three -> (_4,_3):(_1,_1)
  auto five = restage(make_layout(Int<4>{}), Int<5>{}); // five -> (_4,_5):(_1,_1)
}
`));

test("a loop that halves", () =>
  checkCpp(`
void g() {
  for (int mask = 16; mask > 0; mask >>= 1) {
    auto l = make_layout(mask); // l -> mask:_1
  }
}
`));
