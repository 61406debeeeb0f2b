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
