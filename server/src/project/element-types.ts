// The element types that a file is evaluated with where nobody in sight says one, the likeliest width first.
import type { DType } from "../../../src-engine/algebra/value.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Language } from "../../../src-engine/program/ir.ts";

const type = (bits: number, name: string): DType => ({ kind: "dtype", name, bits, family: "float" });

/** In C++ an array of types of 4 bits has a byte for each: they lie behind iterators of their own. */
const tried: Readonly<Record<Language, readonly DType[]>> = {
  cpp: [type(16, "half_t"), type(32, "float"), type(8, "float_e4m3_t"), type(64, "double")],
  python: [
    type(16, "Float16"),
    type(32, "Float32"),
    type(8, "Float8E4M3FN"),
    type(4, "Float4E2M1FN"),
    type(64, "Float64"),
  ],
};

/** The facts with one type after another, for as long as somebody asks; none where every type is said. */
export async function* withElements(
  facts: FileFacts,
  evaluate: (element: DType) => Promise<FileFacts | undefined>,
): AsyncGenerator<FileFacts> {
  if (facts.wantsElement !== true) return;
  for (const element of tried[facts.unit.language]) {
    const found = await evaluate(element);
    if (found === undefined) return;
    yield found;
  }
}
