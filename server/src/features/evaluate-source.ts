// Evaluates an expression in source spelling by the language's own dialect: `make_tiled_copy(Copy_Atom<…>{}, …)`.
//
// What the calculator's notation cannot say (types, atoms, tiled objects) goes the way a file's code goes: the expression
// becomes the one statement of a function in a document that exists only here.

import { unknown, type Value } from "../../../src-engine/algebra/value.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import type { Project } from "../project/analyse.ts";

const preambles: Readonly<Record<Language, readonly string[]>> = {
  cpp: ["#include <cute/tensor.hpp>", "using namespace cute;", "void expression() {", "  auto result = "],
  python: [
    "import cutlass",
    "import cutlass.cute as cute",
    "from cutlass.cute.nvgpu import cpasync, tcgen05, warp, warpgroup",
    "@cute.jit",
    "def expression():",
    "    result = ",
  ],
};

/** The value of `text` read as source; unknown with the reason where it has none. */
export async function evaluateSource(project: Project, text: string, language: Language): Promise<Value> {
  const path = language === "cpp" ? "/expression.cu" : "/expression.py";
  const ending = language === "cpp" ? ";\n}\n" : "\n";
  const fragments = [`${preambles[language].join("\n")}${text.trim().replace(/;+$/, "")}${ending}`];
  project.setDocument(path, { path, language, version: 1, fragments });
  const facts = await project.analyse(path);
  project.setDocument(path, undefined);
  return facts === undefined ? unknown("the evaluation was cancelled") : resultOf(facts);
}

function resultOf(facts: FileFacts): Value {
  const found = facts.facts.find((fact) => fact.kind === "variable" && fact.name === "result");
  return found?.kind === "variable" ? found.value : unknown("this is no expression that CuTe Lens understands");
}
