// Asking for cells: slices, threads, values, banks; colours of another layout; misspelt operations.
import { describe, expect, test } from "vitest";
import { attempt, makeContext } from "../../src-engine/calculator/context.ts";
import { evaluateText } from "../../src-engine/calculator/expression.ts";
import { nearestWord } from "../../src-engine/calculator/nearest-word.ts";
import { colouredBy } from "../../src-engine/views/color-by.ts";
import { markQuery } from "../../src-engine/views/mark-query.ts";
import { layoutIn } from "../../src-engine/views/operation-trace.ts";
import { whole } from "../../src-engine/views/view.ts";
import { isPicture, viewOf } from "../../src-engine/views/view-of.ts";

const ctx = makeContext();

function pictureOf(text: string, view?: "tv") {
  const picture = viewOf(ctx, evaluateText(ctx, text), {
    dialect: "cpp",
    elementBits: 16,
    ...(view === undefined ? {} : { view }),
  });
  if (!isPicture(picture)) throw new Error(picture.why);
  return picture;
}

/** The offsets (or threads) of the cells that a query means. */
function marked(text: string, query: string, label = "offset", view?: "tv"): string {
  const [panel] = pictureOf(text, view).panels;
  const asked = markQuery(query);
  if (panel === undefined || asked === undefined) return "no query";
  return panel.view
    .cells(whole(panel.view))
    .filter(asked)
    .map((cell) => cell.labels[label])
    .join(" ");
}

describe("marked cells", () => {
  test("a thread, also of elements whose label is another's", () => {
    const shared = "((_2,_2),_2):((_0,_1),_2)";
    expect(marked(shared, "T0", "thread", "tv")).toBe("T0+1 T0+1");
    expect(marked(shared, "T1", "index", "tv")).toBe(marked(shared, "T0", "index", "tv"));
    expect(marked(shared, "T3", "index", "tv")).toBe("1 3");
    expect(marked(shared, "T4", "index", "tv")).toBe("");
  });

  test("a row", () => expect(marked("(_4,_4):(_4,_1)", "(2,_)")).toBe("8 9 10 11"));
  test("a range of columns", () => expect(marked("(_2,_8):(_8,_1)", "(_,2:4)")).toBe("2 3 10 11"));
  test("Python's None", () => expect(marked("(_2,_4):(_4,_1)", "(None, 3)")).toBe("3 7"));
  test("a nested coordinate", () => expect(marked("((_2,_2),_2):((_1,_4),_2)", "((1,_),0)")).toBe("1 5"));
  test("an offset, a bank", () => {
    expect(marked("(_4,_4):(_4,_1)", "offset 7")).toBe("7");
    expect(marked("(_4,_4):(_4,_1)", "bank 2")).toBe("4 5");
  });
  test("a thread", () => expect(marked("(_2,_2):(_2,_1)", "T1", "thread value", "tv")).toBe("T1 V0 T1 V1"));
  test.each(["", "(", "(1", "what", "(1,,2)", "T", "(".repeat(10_000)])("%j asks for nothing", (text) =>
    expect(markQuery(text)).toBeUndefined(),
  );
});

test("colours of another layout", () => {
  const by = layoutIn(evaluateText(ctx, "(_2,_4):(_1,_0)"));
  if (by === undefined) throw new Error("no layout");
  const [panel] = colouredBy(ctx, pictureOf("(_2,_4):(_4,_1)"), by).panels;
  if (panel === undefined) throw new Error("no panel");
  expect(panel.view.cells(whole(panel.view)).map((cell) => cell.tones["by layout"])).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
});

test.each([
  ["zip_divide", "zipped_divide"],
  ["composit", "composition"],
  ["Complement", "complement"],
  ["make_tiledcopy", "make_tiled_copy"],
  ["xyzzy", undefined],
])("%s was meant as %s", (name, meant) => expect(nearestWord(name)).toBe(meant));

test("an unknown name is no crash", () => {
  const outcome = attempt(() => evaluateText(ctx, "zip_divide(_8, _2)"));
  expect("stop" in outcome && outcome.stop.message).toBe("no operation is called zip_divide");
});
