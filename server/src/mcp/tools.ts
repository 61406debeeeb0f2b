// The tools that agents call: name, words for the model, the schema of the arguments, and the answer.
import { analysisText } from "../cli/analyse.ts";
import { pointed } from "../cli/caret.ts";
import { collectFiles } from "../cli/check-files.ts";
import { formats } from "../cli/check-formats.ts";
import { checkFiles } from "../cli/check-run.ts";
import { costsText } from "../cli/costs.ts";
import { drawing } from "../cli/drawing.ts";
import { dialectFor, evaluated } from "../cli/evaluation.ts";
import { explanationText, tmaArchitecture } from "../cli/explain.ts";
import { UsageError } from "../cli/usage.ts";
import { whyText } from "../cli/why.ts";
import { explain } from "../features/explain.ts";
import { architectures } from "../settings/schema.ts";
import { type Answer, bounded, longest } from "./answer.ts";
import { type LayoutOf, layoutOf } from "./layout-of.ts";
import type { Seen } from "./session.ts";
import { type TmaOf, tma } from "./tma.ts";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
  readonly run: (given: unknown, seen: Seen) => Promise<Answer>;
}

/** Files that one call of `check` looks at. */
const mostFiles = 40;

const file = { type: "string", description: "path of a C++, CUDA or Python file, or a notebook, below the roots" };
const arch = {
  type: "string",
  enum: architectures,
  description: "the architecture assumed, e.g. sm_90a; by default what the code says",
};
const line = { type: "integer", minimum: 1, description: "line, from 1" };
const dialect = {
  type: "string",
  enum: ["cpp", "dsl"],
  description: "notation: CuTe C++ (`_8` is static) or CuTe DSL",
};
const expression = (what: string) => ({ type: "string", maxLength: 20_000, description: what });

export const tools: readonly Tool[] = [
  tool<LayoutOf>(
    {
      name: "layout_of",
      title: "Layout of a name or line",
      description:
        "The value of a variable in a CuTe C++ or CuTe DSL file as CuTe prints it: layout, tensor, tiled copy, MMA, TMA atom, integer. " +
        "Give a name, a line, or both. Each answer says where it stands, of which instance it is, and why when it is unknown.",
      properties: {
        file,
        name: { type: "string", description: "the variable, e.g. sA" },
        line,
        instance: { type: "string", description: "of several instances those whose call path holds this" },
        arch,
      },
      required: ["file"],
    },
    (given, seen) => {
      if (given.name === undefined && given.line === undefined) throw new UsageError("layout_of: a `name` or a `line`");
      return layoutOf(given, seen);
    },
  ),
  tool<{ readonly paths: readonly string[]; readonly arch?: string }>(
    {
      name: "check",
      title: "Layout and TMA mistakes",
      description:
        `Mistakes in files and folders that can be proved without a compiler: shapes that are not congruent, divisions that do not divide, ` +
        `TMA boxes, strides and swizzles that the driver refuses, bank conflicts. At most ${mostFiles} files with CuTe code in one call.`,
      properties: {
        paths: {
          type: "array",
          items: { type: "string" },
          minItems: 1,
          description: "files or folders below the roots",
        },
        arch,
      },
      required: ["paths"],
    },
    check,
  ),
  tool<{ readonly expression: string; readonly dialect?: "cpp" | "dsl" }>(
    {
      name: "evaluate",
      title: "Layout algebra",
      description:
        "The value of an expression of the layout algebra, e.g. `zipped_divide((_8,_16):(_1,_8), (_4,_4))`, `composition(A, B)`, `size(…)`, " +
        "`(_8,_8):(_8,_1)((2,3))`. Symbols such as M are allowed.",
      properties: { expression: expression("in CuTe's notation"), dialect },
      required: ["expression"],
    },
    evaluate,
  ),
  tool<{ readonly file: string; readonly line: number; readonly column?: number; readonly arch?: string }>(
    {
      name: "why",
      title: "Why a layout is not known",
      description:
        "The chain of reasons for a value that is not known at a line of a file, down to the first thing that nobody says.",
      properties: { file, line, column: { type: "integer", minimum: 1, description: "column, from 1" }, arch },
      required: ["file", "line"],
    },
    async ({ file: name, arch: given, ...at }, seen) => {
      const options = { reach: seen.reach, ...(given === undefined ? {} : { arch: given }) };
      return { text: bounded(await whyText(seen.find(name), at, options), "name a `column`") };
    },
  ),
  tool<{ readonly text: string; readonly arch?: string }>(
    {
      name: "explain",
      title: "What an error or a TMA dump means",
      description:
        "Explains an error of CuTe, nvcc or the DSL, a CUDA error of a TMA encode, a printed layout, or a dump of a TMA descriptor.",
      properties: { text: { type: "string", maxLength: 200_000, description: "the text as it was printed" }, arch },
      required: ["text"],
    },
    async ({ text, arch: given }) => {
      const found = explain(text, given === undefined ? "sm_90" : tmaArchitecture(given));
      return { text: bounded(explanationText(found), "give a shorter text") };
    },
  ),
  tool<{ readonly file?: string; readonly expression?: string; readonly bits?: number; readonly arch?: string }>(
    {
      name: "costs",
      title: "What copies and MMAs cost",
      description:
        "Of a file: instructions, shared-memory wavefronts and global sectors of every copy and MMA, shared memory and blocks per SM. " +
        "Of an expression that gives a layout, whose mode 0 is the threads: bank conflicts and coalescing by warp.",
      properties: {
        file,
        expression: expression("a layout, e.g. `Sw<3,3,3> o _0 o (_32,_8):(_64,_1)`"),
        bits: bits(),
        arch,
      },
      required: [],
    },
    costs,
  ),
  tool<DrawArguments>(
    {
      name: "draw",
      title: "Picture of a layout",
      description: "The picture of a layout, swizzle, atom, tiled copy or operation as a grid of text, or as SVG.",
      properties: {
        expression: expression("notation, an atom's name, or source, e.g. `SM80_16x8x16_F32F16F16F32_TN`"),
        format: { type: "string", enum: ["text", "svg"], description: "`text` when absent" },
        view: {
          type: "string",
          enum: ["layout", "tiles", "tv", "swizzle", "banks", "tma", "mma", "copy", "operation"],
        },
        label: { type: "string", description: "what cells say: offset, index, coordinate, bank, thread, value …" },
        bits: bits(),
      },
      required: ["expression"],
    },
    draw,
  ),
  tool<TmaOf>(
    {
      name: "tma",
      title: "TMA descriptors",
      description:
        "The TMA descriptors that a file makes, or the one that an expression such as `make_tma_copy(…)` makes: box, strides, swizzle, bytes.",
      properties: { file, expression: expression("source that makes a TMA atom"), arch },
      required: [],
    },
    tma,
  ),
];

function bits(): object {
  return { type: "integer", enum: [1, 2, 4, 6, 8, 16, 32, 64, 128], description: "bits of an element" };
}

interface Described {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly properties: Tool["inputSchema"]["properties"];
  readonly required: readonly string[];
}

/** The arguments have been checked against the schema when `run` gets them: this is the border. */
function tool<T>({ properties, required, ...words }: Described, run: (given: T, seen: Seen) => Promise<Answer>): Tool {
  const inputSchema = { type: "object", properties, required, additionalProperties: false } as const;
  return { ...words, inputSchema, run: async (given, seen) => run(given as T, seen) };
}

async function check(
  { paths, arch: given }: { readonly paths: readonly string[]; readonly arch?: string },
  seen: Seen,
) {
  const all = collectFiles(paths.map((path) => seen.find(path)));
  const files = all.slice(0, mostFiles);
  const options = { reach: seen.reach, ...(given === undefined ? {} : { arch: given }) };
  const { findings, notes } = await checkFiles(files, options);
  const report = formats.text({ files, findings: findings.map((one) => ({ ...one, file: seen.told(one.file) })) });
  const rest = all.length > files.length ? [`${all.length - files.length} more files: give fewer paths`] : [];
  return { text: bounded([...notes, ...rest, report].join("\n"), "give fewer paths") };
}

async function evaluate({
  expression: text,
  dialect: wanted,
}: {
  readonly expression: string;
  readonly dialect?: "cpp" | "dsl";
}) {
  const outcome = evaluated(text, dialectFor(text, wanted));
  if ("stop" in outcome) throw new UsageError(pointed(text, outcome.stop));
  const notes = outcome.notes.map((note) => `note: ${note}`);
  return { text: bounded([outcome.text, ...notes].join("\n"), "ask for a part") };
}

async function costs(
  given: { readonly file?: string; readonly expression?: string; readonly bits?: number; readonly arch?: string },
  seen: Seen,
) {
  if (given.expression !== undefined)
    return { text: bounded(analysisText(given.expression, { bits: given.bits ?? 16 }), "ask for a smaller layout") };
  if (given.file === undefined) throw new UsageError("costs: a `file` or an `expression`");
  const options = { reach: seen.reach, ...(given.arch === undefined ? {} : { arch: given.arch }) };
  return { text: bounded(await costsText(seen.find(given.file), options), "ask `layout_of` about one name") };
}

interface DrawArguments {
  readonly expression: string;
  readonly format?: "text" | "svg";
  readonly view?: "layout" | "tiles" | "tv" | "swizzle" | "banks" | "tma" | "mma" | "copy" | "operation";
  readonly label?: string;
  readonly bits?: number;
}

/** A picture that is cut is no picture: one that is too large is refused, with the size. */
async function draw({ expression: text, format = "text", ...options }: DrawArguments, seen: Seen): Promise<Answer> {
  const drawn = await drawing(text, { format, theme: "light", reach: seen.reach, ...options });
  const most = format === "svg" ? 20 * longest : longest;
  if (drawn.length <= most) return { text: drawn.trimEnd() };
  throw new UsageError(`the picture has ${drawn.length} characters, more than ${most}; draw a smaller part`);
}
