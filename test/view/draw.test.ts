// The draw command as a user runs it: the built command line, its words and its exit code.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const cli = join(import.meta.dirname, "../../dist/cli.js");

function draw(...args: readonly string[]): {
  readonly out: string;
  readonly error: string;
  readonly code: number | null;
} {
  const run = spawnSync(process.execPath, [cli, "draw", ...args], { encoding: "utf8" });
  return { out: run.stdout, error: run.stderr, code: run.status };
}

describe("what can be drawn", () => {
  test("notation", () => {
    expect(draw("(_2,_2):(_1,_2)", "--format", "text").out).toContain(" 1 | 1 | 3 |");
  });

  test("a call of the algebra", () => {
    expect(draw("composition((_4,_2):(_2,_1), _4:_2)", "--format", "text").out).toContain("| 4 | 5 |");
  });

  test("an atom by its name", () => {
    expect(draw("SM80_16x8x8_F32F16F16F32_TN", "--format", "text").out).toContain("C 16×8");
  });

  test("what cannot be read has its place marked; a call without its end is no name", () => {
    const wrong = (text: string) => {
      const { error, code } = draw(text);
      expect(code).toBe(2);
      return error;
    };
    expect(wrong("(_2,_2):(_1,")).toMatch(/^cute-lens: expected .*\n {2}\(_2,_2\):\(_1,\n {14}\^\n$/);
    expect(wrong("(8,8:(8,1)")).toBe("cute-lens: this bracket is not closed\n  (8,8:(8,1)\n  ^\n");
    expect(wrong("make_layout(8,")).toBe(
      "cute-lens: expected a number or a name\n  make_layout(8,\n                ^\n",
    );
  });

  test("an atom that writes as it reads, once", () => {
    const copy = draw("Copy_Atom<UniversalCopy<uint64_t>, half_t>{}", "--format", "text").out;
    expect(copy).toMatch(/^source and destination: /);
    expect(copy.match(/T0 V0/g)).toHaveLength(1);
  });

  test("one thread of an atom", () => {
    const { out } = draw("SM80_16x8x8_F32F16F16F32_TN", "--format", "text", "--thread", "3");
    expect([...new Set(out.match(/T\d+/g))]).toEqual(["T3"]);
  });

  test("B stands above C column by column, however wide their labels are", () => {
    const operands = "((_4,_2),_2):((_1,_8),_4), ((_2,_2,_2),_2):((_0,_1,_2),_4), ((_4,_2),_4):((_1,_16),_4)";
    const { out } = draw(`gemm(${operands}, (12,4,2))`, "--view", "operation");
    // The numbers above the columns: B's four, A's two, C's four.
    const places = [...out.matchAll(/<text x="([\d.]+)" y="[\d.]+" text-anchor="middle">\d+</g)].map(([, x]) => x);
    expect(places).toHaveLength(10);
    expect(places.slice(6)).toEqual(places.slice(0, 4));
  });

  test("a tensor of coordinates, from where it starts", () => {
    const cells = (text: string, ...options: readonly string[]) =>
      draw(text, "--format", "text", ...options).out.match(/\([^()|]*\)(?= \|)/g);
    expect(cells("ArithTuple(_4,12) o (_2,_2):(_1@0,_1@1)")).toEqual(["(_4,12)", "(_4,13)", "(_5,12)", "(_5,13)"]);
    expect(cells("ArithTuple(M,12) o (_2,_2):(_1@0,_1@1)")).toEqual(["(M,12)", "(M,13)", "(M+1,12)", "(M+1,13)"]);
    const traced = "tensor<(8,64) o ((2,1),2):((1@1,0),32@1)>";
    expect(cells(traced, "--dsl")).toEqual(["(8,64)", "(8,96)", "(8,65)", "(8,97)"]);
    expect(draw("tensor<(?,64) o (2,2):(1@0,1@1)>", "--dsl", "--format", "text").out).toContain("(?,64) o (2,2)");
  });

  test("one thread of elements that it shares with another", () => {
    const tiled = "gemm((_4,_2):(_1,_4), ((_2,_2),_2):((_0,_1),_2), ((_2,_2),_2):((_1,_4),_2), (4,2,2))";
    const side = "copy_tv(((_2,_2),_2):((_0,_1),_2), ((_2,_2),_2):((_0,_1),_2), (2,2))";
    const { out } = draw(side, "--view", "operation", "--format", "text", "--thread", "3");
    // It writes as it reads, and is drawn once.
    expect(out.match(/T\d+\S* V\d/g)).toEqual(["T3+1 V0", "T3+1 V1"]);
    expect(draw(tiled, "--view", "operation", "--format", "text", "--thread", "3").out).toContain("T3 V1");
  });

  test("a shared-memory atom is drawn in elements", () => {
    const { out } = draw("GMMA::Layout_K_SW32_Atom<half_t>", "--format", "text");
    expect(out).toContain("|  72 |");
  });

  test("an expression as the source spells it", () => {
    const { out } = draw(
      "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_2,_2>,Stride<_2,_1>>{}, Layout<Shape<_1,_8>>{})",
      "--format",
      "text",
    );
    expect(out).toContain("T3 V7");
  });

  test("several on one sheet, and the operands of a GEMM", () => {
    const two = draw("(_2,_2):(_1,_2)", "--with", "(_2,_2):(_2,_1)", "--format", "text").out;
    expect(two).toContain("(_2,_2):(_1,_2)");
    expect(two).toContain("(_2,_2):(_2,_1)");
    const sheet = ["(_4,_2):(_1,_4)", "--with", "(_3,_2):(_1,_3)", "--with", "(_4,_3):(_1,_4)", "--view", "gemm"];
    expect(draw(...sheet, "--format", "text").out).toContain("B, as K×N: (_3,_2):(_1,_3)");
  });

  test("three TV layouts as the operands of a GEMM", () => {
    const c = "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))";
    const b = "((_4,_8),_2):((_16,_1),_8)";
    const { out } = draw(c, "--with", b, "--with", c, "--view", "gemm", "--tile", "(16,8,8)", "--format", "text");
    const atom = draw("SM80_16x8x8_F32F16F16F32_TN", "--format", "text").out;
    const rows = (text: string) => text.split("\n").filter((line) => /T\d+ V\d/.test(line));
    expect(rows(out).length).toBe(8 + 16 + 16);
    expect(rows(out).slice(-16)).toEqual(rows(atom).slice(-16));
  });

  test("a slice framed, colours of another layout", () => {
    expect(draw("(_4,_4):(_4,_1)", "--slice", "(2,_)").out.match(/stroke-width="2" d="(M[^"]*)"/)?.[1]).toContain("M");
    expect(draw("(_2,_2):(_1,_2)", "--color-by", "(_2,_2):(_1,_0)").out).toContain("<svg");
  });

  test("levels of nested modes on the axes, and what an operation leaves", () => {
    expect(draw("((_2,_4),(_2,_2)):((_1,_4),(_2,_16))", "--levels").out).toMatch(/>\[0\]=1<[\s\S]*>\[1\]=3</);
    const divide = [
      "zipped_divide((_8,_8):(_8,_1), (_2,_4))",
      "--view",
      "operation",
      "--complement",
      "--format",
      "text",
    ];
    expect(draw(...divide).out).toContain("B[1]* = _2:_4");
  });

  test("from afar: cells of so many pixels without labels", () => {
    const [labelled, far] = [draw("(_8,_8):(_8,_1)").out, draw("(_8,_8):(_8,_1)", "--cell", "6").out];
    expect(labelled).toContain(">63<");
    expect(far).not.toContain(">63<");
    expect(Number(/width="(\d+)"/.exec(far)?.[1])).toBeLessThan(Number(/width="(\d+)"/.exec(labelled)?.[1]));
  });

  test("SVG to standard output", () => {
    expect(draw("(_4,_4):(_4,_1)").out).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*<\/svg>\n$/);
  });
});

describe("what cannot", () => {
  test.each([
    [["_8"], "a number has no picture"],
    [["(_2,_2):(_1,_2)", "--view", "foo"], "Allowed choices are"],
    [["(_2,_2):(_1,_2)", "--label", "foo"], "--label: one of offset, index"],
    [["(_2,_2):(_1,_2)", "-o", "/no/such/folder/x.svg"], "cannot be written"],
    [["(_2,_2):(_1,_2)", "-o", "x.jpg"], "a name that ends in .svg, .pdf, .txt, .tex, or --format"],
    [["(_2,_2):(_1,_2)", "--bits", "0"], "is not an integer from 1"],
    [["(_2,_2):(_1,_2)", "--slice", "foo"], "is no slice"],
    [["(_2,_2):(_1,_2)", "--color-by", "8"], "--color-by: a layout"],
    [["(_2,_2):(_1,_2)", "--view", "gemm"], "three layouts"],
  ])("%j", (args, message) => {
    const { error, code } = draw(...args);
    expect(error).toContain(message);
    expect(error.trim().split("\n").length).toBe(1);
    expect(code).toBe(2);
  });
});

describe("both sides of a copy from two TV layouts", () => {
  const ldmatrix = "copy_tv((_32,_8):(_8,_1), (_32,(_2,_4)):(_2,(_1,_64)), 16)";

  test("as the atom itself is drawn", () => {
    const { out } = draw(ldmatrix, "--view", "operation", "--title", "SM75_U32x4_LDSM_N", "--format", "text");
    expect(out).toBe(draw("SM75_U32x4_LDSM_N", "--format", "text").out);
  });

  test("over a tile, as the tiled copy is drawn", () => {
    const tiled =
      "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32,_4>,Stride<_4,_1>>{}, Layout<Shape<_1,_8>>{})";
    const side = "((_4,_32),_8):((_256,_1),_32)";
    const { out } = draw(`copy_tv(${side}, ${side}, (_32,_32))`, "--view", "operation", "--format", "text");
    const cells = (text: string) => text.split("\n").filter((line) => line.includes("|"));
    expect(cells(out)).toEqual(cells(draw(tiled, "--format", "text").out));
  });

  test("without a tile there is none", () => {
    expect(draw("copy_tv(_8:_1, _8:_1)", "--view", "operation")).toMatchObject({ code: 2, out: "" });
  });
});

describe("a picture for every line of standard input", () => {
  const lines = (...input: readonly string[]): readonly unknown[] => {
    const run = spawnSync(process.execPath, [cli, "draw", "--jsonl"], { encoding: "utf8", input: input.join("\n") });
    expect(run.stderr).toBe("");
    return run.stdout
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
  };

  test("the words of a command line, and what is wrong with them", () => {
    expect(
      lines(
        '["--format=text", "--", "(_2,_2):(_1,_2)"]',
        '["(_2,_2", "--format", "text"]',
        "{}",
        '["(_2,_2):(_1,_2)", "-o", "x.svg"]',
        '["(_2,_2):(_1,_2)", "--format", "jpg"]',
        '["(_2,_2):(_2,_1)", "--format", "text"]',
      ),
    ).toEqual([
      { picture: draw("(_2,_2):(_1,_2)", "--format", "text").out },
      { error: "this bracket is not closed\n  (_2,_2\n  ^" },
      { error: "a line is a JSON array of texts" },
      { error: "a line's picture is its answer: no --output" },
      { error: expect.stringContaining("Allowed choices are svg, pdf, text, tikz.") },
      { picture: draw("(_2,_2):(_2,_1)", "--format", "text").out },
    ]);
  });
});
