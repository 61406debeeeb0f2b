// `using ns::name;` in a namespace: the name there is that one, whatever namespaces further out call so.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("CuTe's Shape and Tensor beside a library's own", () =>
  checkCpp(`
namespace engine {
class Shape { public: int extents[2]; };
struct Tensor { int rank; };
namespace detail {
namespace {
using namespace cute;
using cute::Shape;
using cute::Tensor;
template <class Tile>
void inner(Tile tile) {
  auto shape = Shape<_1, _2>{}; // shape -> (_1,_2)
  Tensor t = make_tensor<float>(make_layout(shape)); // t -> ptr[32b] o (_1,_2):(_0,_1)
}
}
void run() { inner(_1{}); }
}
}`));
