// staged-value: what plain Python asks of the run. All were traced by CuTe DSL 4.8, which refuses what is told and nothing else.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (functions: string): Promise<readonly string[]> => {
  const source = `import cutlass
import cutlass.cute as cute
${functions}
@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    kernel(cute.make_tensor(p, cute.make_layout((256, 4)))).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;
  const { problems } = await analysed(source, "python");
  return problems
    .filter(({ code }) => code === "staged-value")
    .map(({ place, message }) => `${source.slice(place.start, place.end)}: ${message.replace(/[,:].*/, "")}`);
};

const helper = (body: string, call: string): string => `
${body}
@cute.kernel
def kernel(x: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    x[0] = ${call}
`;

test.each([
  [
    "a condition",
    helper("def pick(v):\n    if v > 0.0:\n        return v\n    return -v", "pick(x[1])"),
    ["v > 0.0: only the run knows v"],
  ],
  [
    "a conditional expression",
    helper("def pick(v):\n    return v if not v > 0.0 else -v", "pick(x[1])"),
    ["not v > 0.0: only the run knows v"],
  ],
  [
    "a thread's index",
    helper("def first(t):\n    if t == 0:\n        return 1.0\n    return 2.0", "first(tidx)"),
    ["t == 0: only the run knows t"],
  ],
  [
    "what the trace knows",
    helper("def pick(v, flag):\n    if flag:\n        return v\n    return -v", "pick(x[1], True)"),
    [],
  ],
  ["None", helper("def pick(v):\n    if v is None:\n        return 0.0\n    return v", "pick(x[1])"), []],
  [
    "behind what is False",
    helper("def pick(v, n):\n    if n > 0 and v > 0.0:\n        return v\n    return -v", "pick(x[1], 0)"),
    [],
  ],
  [
    "another decorator",
    helper(
      "def twice(f):\n    return cute.jit(f)\n@twice\ndef pick(v):\n    out = v\n    if v > 0.0:\n        out = -v\n    return out",
      "pick(x[1])",
    ),
    [],
  ],
  [
    "a function inside",
    "\n@cute.kernel\ndef kernel(x: cute.Tensor):\n    def pick(v):\n        out = v\n        if v > 0.0:\n            out = -v\n        return out\n    x[0] = pick(x[1])\n",
    [],
  ],
  [
    "a tuple by a traced loop's counter",
    "\n@cute.kernel\ndef kernel(x: cute.Tensor):\n    t = (1.0, 2.0)\n    for k in range(2):\n        x[k] = t[k]\n",
    ["t[k]: only the run knows k"],
  ],
  [
    "by that of an unrolled one",
    "\n@cute.kernel\ndef kernel(x: cute.Tensor):\n    t = (1.0, 2.0)\n    for k in cutlass.range_constexpr(2):\n        x[k] = t[k]\n",
    [],
  ],
  [
    "by one of the same name that is unrolled",
    "\n@cute.kernel\ndef kernel(x: cute.Tensor):\n    t = (1.0, 2.0)\n    for k in range(2):\n        for k in cutlass.range_constexpr(2):\n            x[k] = t[k]\n",
    [],
  ],
  [
    "in a comprehension",
    "\n@cute.kernel\ndef kernel(x: cute.Tensor):\n    t = (1.0, 2.0)\n    for k in range(2):\n        x[k] = [t[k] for k in range(2)][0]\n",
    [],
  ],
  [
    "of a number that the host made, where nothing is traced",
    `\ndef check(scale):\n    if not scale > 0:\n        raise ValueError("scale")\n${helper("", "0.0")}\ncheck(cutlass.Float32(0.5))\n`,
    [],
  ],
])("%s", async (_name, functions, wanted) => {
  expect(await told(functions)).toEqual(wanted);
});
