// `namespace k = kernels;` stands for the project's namespace, also where the alias is declared in a header that sees only an empty one.
import { test } from "vitest";
import { checkFile } from "./facts-of.ts";

const head = "#include <cute/tensor.hpp>\nusing namespace cute;\n";

const tools = `namespace tools {
template <class T> constexpr T twice(T a) { return a + a; }
static constexpr int kFive = 5;
template <int N> struct Rows { static constexpr int kRows = N; };
}
`;

const kernel = `
__global__ void kernel() {
  int a = tl::twice(4); // a -> 8
  int b = tl::kFive; // b -> 5
  auto c = make_layout(Int<tl::Rows<64>::kRows>{}); // c -> _64:_1
  int d = tl::twice<int>(6); // d -> 12
}
`;

test("in the file itself", () =>
  checkFile({ "/p/a.cu": `${head}${tools}namespace tl = tools;\n${kernel}` }, "/p/a.cu"));

test("in a header that is included before the namespace has anything", () =>
  checkFile(
    {
      "/p/common.h": "#pragma once\nnamespace tools {}\nnamespace tl = tools;\n",
      "/p/tools.h": `#pragma once\n#include "common.h"\n${tools}`,
      "/p/a.cu": `${head}#include "tools.h"\n${kernel}`,
    },
    "/p/a.cu",
  ));
