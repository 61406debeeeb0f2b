// A variable of C++ that is declared as a number stays one, whatever it is given.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("a count that a command line may replace", () =>
  checkCpp(`
int read(char const* text);
void run(half_t* p, int m) {
  auto A = make_tensor(make_gmem_ptr(p), make_shape(m, _64{}), LayoutRight{}); // A -> gmem_ptr[16b] o (m,_64):(_64,_1)
  auto tiles = local_tile(A, Shape<_64, _64>{}, make_coord(_, 0)); // tiles -> gmem_ptr[16b] o (_64,_64,⌈m/64⌉):(_64,_1,_4096)
}
int main(int argc, char** argv) {
  int m = 4096;
  if (argc > 1) m = atoi(argv[1]); // m -> m
  int n = 1;
  n = read(argv[2]); // n -> n
  half_t* p = nullptr;
  run(p, m);
}
`));

test("numbers that it is given stay what they are", () =>
  checkCpp(`
void run(int k) {
  int m = 4096;
  m = 128; // m -> 128
  m = k; // m -> k
}
`));
