// Links of the page without install: there and back, damaged, and those of CuTe-Layout-Visualizer.
import { describe, expect, test } from "vitest";
import { formOf, forms, layoutOf, tilerOf } from "../../site/src/forms.ts";
import { decodeFragment, encodeFragment } from "../../site/src/link.ts";
import { readState, type State } from "../../site/src/state.ts";
import { sheetOfVisualizer } from "../../site/src/visualizer-link.ts";
import { print } from "../../src-engine/algebra/notation/print.ts";
import { makeContext } from "../../src-engine/calculator/context.ts";
import { evaluateText } from "../../src-engine/calculator/expression.ts";

const state: State = {
  mode: "calculator",
  source: { name: "a.cu", text: "auto a = make_layout(Int<4>{}); // ⌈m⌉", cursor: 5 },
  controls: { label: "index" },
  shown: { line: 0, character: 5 },
  arch: "sm_90a",
  sheets: [{ form: "layout", values: ["(4,8):(8,1)"], controls: {} }],
  sheet: 0,
  pasted: "",
};
const other: State = { ...state, mode: "code", arch: "auto", controls: {} };

describe("a link", () => {
  test("holds a state", async () => {
    const fragment = await encodeFragment(state);
    expect(fragment).toMatch(/^[\w-]+$/);
    expect(readState(await decodeFragment(fragment), other)).toEqual(state);
  });

  test.each(["", "main", "%%", "AAAA", "x".repeat(500_000)])(
    "that is none of ours changes nothing: %.10s",
    async (text) => {
      expect(readState(await decodeFragment(text), other)).toEqual(other);
    },
  );

  test("that unpacks to more than any kernel changes nothing", async () => {
    const bomb = await encodeFragment({ ...state, source: { name: "a.cu", text: "a".repeat(9_000_000), cursor: 0 } });
    expect(bomb.length).toBeLessThan(20_000);
    expect(await decodeFragment(bomb)).toBeUndefined();
  });

  test("that makes no sense in parts keeps the others", () => {
    const damaged = { ...state, mode: "elsewhere", sheets: [{ form: 3 }], sheet: 7, source: { name: "a.cu" } };
    const { shown, controls, arch } = state;
    expect(readState(damaged, other)).toEqual({ ...other, shown, controls, arch });
  });
});

describe("fields", () => {
  test("lines are the modes of a tiler", () => {
    expect(tilerOf("3:4\n8:4")).toBe("(3:4, 8:4)");
    expect(tilerOf(" (2,2):(1,2) ")).toBe("(2,2):(1,2)");
  });

  test("a shape alone is compact", () => {
    expect(layoutOf("(4,(2,3))")).toBe("make_layout((4,(2,3)))");
  });

  const presets = forms.flatMap(({ id, presets }) => presets.map(([name, ...values]) => [id, name, values] as const));
  test.each(presets)("%s: %s is an expression of the calculator", (id, _, values) => {
    const { expression } = formOf(id).drawn(values);
    expect(() => evaluateText(makeContext("dsl"), expression)).not.toThrow();
  });
});

describe("CuTe-Layout-Visualizer", () => {
  const shown = (key: string) => {
    const sheet = sheetOfVisualizer(`https://example.org/page/?${new URLSearchParams({ key })}`);
    return sheet === undefined ? undefined : formOf(sheet.form).drawn(sheet.values);
  };

  test("an operation by modes", () => {
    expect(shown("zipped_divide-(12,32):(32,1)-3:4\\n8:4")).toEqual({
      expression: "zipped_divide((12,32):(32,1), (3:4, 8:4))",
      controls: { kind: "operation" },
    });
  });

  test("a TV layout, with its method and without", () => {
    const expected = { expression: "(32,4):(1,32)", controls: { kind: "tv", tile: "(8,16)" } };
    expect(shown("tv-1-(32,4):(1,32)-(8,16)")).toEqual(expected);
    expect(shown("tv-(32,4):(1,32)-(8,16)")).toEqual(expected);
  });

  test("threads and values, over the tile that they cover together", () => {
    const { expression = "", controls } = shown("tv-2-(2,3):(3,1)-(2,2):(2,1)") ?? {};
    const value = (text: string) => print(evaluateText(makeContext("dsl"), text), "dsl");
    expect(value(expression)).toBe("((3,2),(2,2)):((8,2),(4,1))");
    expect(value(controls?.tile ?? "")).toBe("(4,6)");
  });

  test("a swizzle and a copy", () => {
    expect(shown("swizzle-(8, 8):(8, 1)-3, 0, 3")?.expression).toBe("composition(Swizzle<3,0,3>{}, (8, 8):(8, 1))");
    expect(shown("copy_universal_op-128-half_t-(4,8):(8,1)-(2,8):(8,1)-dst-(16,64):(64,1)")?.expression).toBe(
      "let copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, (4,8):(8,1), (2,8):(8,1)); copy.get_slice(0).partition_D((16,64):(64,1))",
    );
  });

  test.each(["tv-1", "layout", "unknown-(2,2)", "logical_divide-(2,2)", "swizzle-1-2-3"])("%s is none", (key) => {
    expect(shown(key)).toBeUndefined();
  });
});
