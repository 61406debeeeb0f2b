// `check` over a tree: a file of explicit instantiations costs nothing, the header that they come from is evaluated with its own.
import { expect, test } from "vitest";
import { projectOf, rowsOf } from "../evaluate/facts-of.ts";

const files = {
  "/p/launch.h":
    "#include <cute/tensor.hpp>\ntemplate <int N> void run() { auto a = cute::make_layout(cute::Int<N>{}); }\n",
  "/p/run64.cu": '#include "launch.h"\ntemplate void run<64>();\n',
  "/p/main.cu": '#include "launch.h"\ntemplate void run<64>();\nvoid f() { auto b = cute::make_layout(8); }\n',
};

test("explicit instantiations have nothing of their own", async () => {
  const project = await projectOf(files);
  const facts = await project.analyse("/p/run64.cu", { effort: "check" });
  const others = await project.analyse("/p/main.cu", { effort: "check" });
  project.dispose();
  expect(facts?.facts).toEqual([]);
  expect(others?.facts.some((one) => one.kind === "variable" && one.name === "b")).toBe(true);
});

test("also where few files are checked, each as far as the editor goes", async () => {
  const project = await projectOf(files);
  const facts = await project.analyse("/p/run64.cu", { effort: "few" });
  const header = await project.analyse("/p/launch.h", { effort: "few" });
  project.dispose();
  expect(facts?.facts).toEqual([]);
  expect(header?.facts.some((one) => one.kind === "variable" && one.name === "a")).toBe(true);
});

test("their header shows what they make", async () => {
  const rows = await rowsOf(files, "/p/launch.h", { effort: "check" });
  expect(rows.find((row) => row.name === "a")?.value).toBe("_64:_1");
});
