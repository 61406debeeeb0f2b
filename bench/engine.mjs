// Operations per second of the layout algebra, on 2,000 cases drawn with a fixed seed: 500 each of coalesce, complement,
// composition and logical_divide, static layouts of one to four modes.
//
//   node bench/engine.mjs [--peer path/to/layout.js] [--pycute python3]
//
// The peer is the engine of CuTe-Layout-Visualizer (github.com/kainzhong/CuTe-Layout-Visualizer, layout.js), which knows plain
// numbers only; `--pycute` names a Python that can import pycute. The same cases, in the same run, alternating.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const option = (name) => {
  const i = process.argv.indexOf(name);
  return i < 0 ? undefined : process.argv[i + 1];
};

const engine = await loadEngine();
const peer = option("--peer") === undefined ? undefined : loadPeer(option("--peer"));
const cases = drawCases(500);
const ours = cases.map((c) => prepare(c));
const theirs = peer === undefined ? [] : cases.map((c) => preparePeer(c));

const rounds = 60;
warmUp(ours);
warmUp(theirs);
const mine = [];
const others = [];
for (let i = 0; i < rounds; i++) {
  mine.push(opsPerSecond(ours));
  if (peer !== undefined) others.push(opsPerSecond(theirs));
}
report("CuTe Lens", best(mine));
if (peer !== undefined)
  report(
    "CuTe-Layout-Visualizer",
    best(others),
    `ratio ${median(mine.map((speed, i) => speed / others[i])).toFixed(2)}x`,
  );
const python = option("--pycute");
if (python !== undefined) {
  const speed = pycute(python);
  report("pycute", speed, `ratio ${(best(mine) / speed).toFixed(0)}x`);
}

function report(name, speed, note = "") {
  console.log(`  ${name.padEnd(28)} ${Math.round(speed).toLocaleString("en").padStart(12)} ops/s   ${note}`);
}

/** The ratio is the median of the rounds' own ratios: neighbours in time, so that other work on the machine falls on both. */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The middle of the faster half. */
function best(speeds) {
  const sorted = [...speeds].sort((a, b) => b - a);
  return sorted[Math.floor(sorted.length / 4)];
}

function opsPerSecond(runs) {
  let done = 0;
  const start = performance.now();
  while (performance.now() - start < 25) {
    for (const run of runs) run();
    done += runs.length;
  }
  return (1000 * done) / (performance.now() - start);
}

/** Long enough for the compiler to have seen every case. */
function warmUp(runs) {
  for (let i = 0; i < 40; i++) for (const run of runs) run();
}

async function loadEngine() {
  const outfile = join(root, "out/bench/engine-core.mjs");
  const from = (path) => JSON.stringify(join(root, "src-engine", path));
  const contents = [
    `export { coalesce } from ${from("algebra/layout/coalesce.ts")};`,
    `export { complement } from ${from("algebra/layout/complement.ts")};`,
    `export { composition } from ${from("algebra/layout/composition.ts")};`,
    `export { logicalDivide } from ${from("algebra/layout/divide.ts")};`,
    `export { staticInt } from ${from("algebra/int/int.ts")};`,
    `export { makeContext, attempt } from ${from("calculator/context.ts")};`,
  ].join("\n");
  await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    format: "esm",
    outfile,
    logLevel: "error",
  });
  return import(outfile);
}

function loadPeer(path) {
  return runInThisContext(
    `${readFileSync(path, "utf8")}\n;({ Layout, coalesce, complement, composition, logical_divide })`,
  );
}

/** Plain numbers and arrays, so that every engine can make its own values of them; only cases that every engine accepts. */
function drawCases(each) {
  const random = generator(20260731);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const drawLayout = (modes) => {
    const sizes = Array.from({ length: modes }, () => pick([1, 2, 2, 3, 4, 4, 6, 8, 16]));
    const order = sizes.map((_, i) => i).sort(() => random() - 0.5);
    const strides = Array(modes).fill(0);
    let next = 1;
    for (const i of order) {
      strides[i] = next;
      next *= sizes[i] * (random() < 0.2 ? 2 : 1);
    }
    return random() < 0.4 && modes > 2 ? nest({ shape: sizes, stride: strides }) : { shape: sizes, stride: strides };
  };
  const makers = {
    coalesce: () => ({ a: drawLayout(1 + Math.floor(random() * 4)) }),
    complement: () => ({ a: drawLayout(1 + Math.floor(random() * 3)), n: pick([64, 256, 1024, 4096]) }),
    composition: () => ({ a: drawLayout(2 + Math.floor(random() * 3)), b: drawLayout(1 + Math.floor(random() * 2)) }),
    logical_divide: () => ({
      a: drawLayout(2 + Math.floor(random() * 2)),
      b: drawLayout(1 + Math.floor(random() * 2)),
    }),
  };
  return Object.entries(makers).flatMap(([op, make]) => {
    const drawn = [];
    for (let tries = 0; drawn.length < each; tries++) {
      if (tries > 100 * each) throw new Error(`${op}: the engines do not accept enough cases`);
      const one = { op, ...make() };
      if (accepted(() => prepare(one)()) && (peer === undefined || accepted(() => preparePeer(one)()))) drawn.push(one);
    }
    return drawn;
  });
}

function nest({ shape, stride }) {
  const [s, ...ss] = shape;
  const [d, ...ds] = stride;
  return { shape: [s, ss], stride: [d, ds] };
}

function accepted(run) {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

/** mulberry32. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function prepare({ op, a, b, n }) {
  const ctx = engine.makeContext("cpp", Number.POSITIVE_INFINITY);
  const A = ourLayout(a);
  if (op === "coalesce") return () => engine.coalesce(ctx, A);
  if (op === "complement") {
    const cotarget = engine.staticInt(n);
    return () => engine.complement(ctx, A, cotarget);
  }
  const B = ourLayout(b);
  return op === "composition" ? () => engine.composition(ctx, A, B) : () => engine.logicalDivide(ctx, A, B);
}

function tree(t) {
  return Array.isArray(t) ? { kind: "tuple", items: t.map(tree) } : engine.staticInt(t);
}

function ourLayout({ shape, stride }) {
  return { kind: "layout", shape: tree(shape), stride: tree(stride) };
}

function preparePeer({ op, a, b, n }) {
  const A = new peer.Layout(a.shape, a.stride);
  if (op === "coalesce") return () => peer.coalesce(A);
  if (op === "complement") return () => peer.complement(A, n);
  const B = new peer.Layout(b.shape, b.stride);
  return op === "composition" ? () => peer.composition(A, B) : () => peer.logical_divide(A, B);
}

/** pycute on the same cases; a case that it refuses does not count. */
function pycute(python) {
  const program = `
import json, sys, time
from pycute import Layout, coalesce, complement, composition, logical_divide
t = lambda x: tuple(map(t, x)) if isinstance(x, list) else x
L = lambda l: Layout(t(l["shape"]), t(l["stride"]))
runs = []
for c in json.load(sys.stdin):
    a, b = L(c["a"]), L(c["b"]) if "b" in c else None
    f = {"coalesce": lambda a=a: coalesce(a), "complement": lambda a=a, c=c: complement(a, c["n"]),
         "composition": lambda a=a, b=b: composition(a, b), "logical_divide": lambda a=a, b=b: logical_divide(a, b)}[c["op"]]
    try:
        f(); runs.append(f)
    except Exception: pass
done, start = 0, time.perf_counter()
while time.perf_counter() - start < 2:
    for f in runs: f()
    done += len(runs)
print(done / (time.perf_counter() - start))
`;
  return Number(execFileSync(python, ["-c", program], { input: JSON.stringify(cases), encoding: "utf8" }));
}
