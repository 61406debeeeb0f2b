// Layouts written as nested templates of names, wide and deep, wherever a type or a value of it may stand: the value is the layout
// that is written, whatever the grammar makes of so many angles.
import { expect, test } from "vitest";
import { rowsOf } from "../evaluate/facts-of.ts";
import { type Random, randomFrom } from "../fuzz/random.ts";

const names = { A: 2, B: 3, C: 4, D: 5 } as const;
type Name = keyof typeof names;

interface Written {
  readonly text: string;
  readonly printed: string;
}

/** A mode of a shape or stride: `Int<A>`, `Int<A * B>`, `_7`. */
function leaf(random: Random): Written {
  const [a, b] = [random.pick(Object.keys(names) as Name[]), random.pick(Object.keys(names) as Name[])];
  switch (random.below(4)) {
    case 0:
      return { text: `Int<${a} * ${b}>`, printed: `_${names[a] * names[b]}` };
    case 1:
      return { text: "_7", printed: "_7" };
    default:
      return { text: `Int<${a}>`, printed: `_${names[a]}` };
  }
}

/** Which modes are nested, so that shape and stride are alike. */
const profileOf = (random: Random, depth: number): readonly unknown[] =>
  Array.from({ length: 1 + random.below(6) }, () =>
    depth > 0 && random.below(4) === 0 ? profileOf(random, depth - 1) : 0,
  );

function treeOf(random: Random, kind: "Shape" | "Stride", profile: readonly unknown[]): Written {
  const parts = profile.map((one) => (Array.isArray(one) ? treeOf(random, kind, one) : leaf(random)));
  return {
    text: `${kind}<${parts.map(({ text }) => text).join(", ")}>`,
    printed: `(${parts.map(({ printed }) => printed).join(",")})`,
  };
}

function layoutOf(random: Random): Written {
  const profile = profileOf(random, 2);
  const [shape, stride] = [treeOf(random, "Shape", profile), treeOf(random, "Stride", profile)];
  return { text: `Layout<${shape.text}, ${stride.text}>`, printed: `${shape.printed}:${stride.printed}` };
}

/** Where a layout may stand; `v` has it. */
const places: readonly ((layout: string, v: string) => string)[] = [
  (layout, v) => `using ${v} = ${layout};`,
  (layout, v) => `auto ${v} = ${layout}{};`,
  (layout, v) => `${layout} ${v};`,
  (layout, v) => `auto ${v} = make_tensor(p, ${layout}{}).layout();`,
  (layout, v) => `auto ${v} = get<1>(cute::make_tuple(_1{}, ${layout}{}, _2{}));`,
  (layout, v) => `auto ${v} = first<${layout}, Shape<Int<A>, Int<B>>>();`,
  (layout, v) => `typename Holder<${layout}>::type ${v};`,
  (layout, v) => `auto ${v} = cute::conditional_return<(A < B)>(${layout}{}, _2{});`,
  (layout, v) => `auto ${v} = std::is_same_v<${layout}, Shape<Int<A>>> ? _1{} : ${layout}{};`,
];

test.each([1, 2, 3, 4, 5, 6])("the layout that is written is the value, seed %s", async (seed) => {
  const random = randomFrom(seed * 7919);
  const lines: string[] = [];
  const expected = new Map<string, string>();
  for (const place of places) {
    const { text, printed } = layoutOf(random);
    const name = `v${expected.size}`;
    lines.push(`  ${place(text, name)}`);
    expected.set(name, printed);
  }
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class T> struct Holder { using type = T; };
template <class T, class U> T first() { return T{}; }
template <int A, int B, int C, int D> void f(float* p) {
${lines.join("\n")}
}
void g(float* p) { f<2, 3, 4, 5>(p); }
`;
  const rows = await rowsOf({ "/p/a.cu": source }, "/p/a.cu");
  const got = new Map(rows.filter(({ name }) => expected.has(name)).map(({ name, value }) => [name, value]));
  expect([...expected].map(([name]) => `${name}: ${got.get(name)}   ${lines[Number(name.slice(1))]}`)).toEqual(
    [...expected].map(([name, value]) => `${name}: ${value}   ${lines[Number(name.slice(1))]}`),
  );
});
