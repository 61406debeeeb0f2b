// `cute-lens draw EXPR`: a value's picture as SVG, PDF, text or TikZ, on standard output or into a file.
// `cute-lens draw --jsonl`: the words of a command line as a JSON array a line in, its picture a line out.
import { createInterface } from "node:readline";
import { Command, Option } from "commander";
import { type DrawOptions, drawing, formats, themes, views } from "./drawing.ts";
import { memoryOptions, natural, positive } from "./memory-options.ts";
import { UsageError, writeOutput } from "./usage.ts";

interface Options extends Omit<DrawOptions, "format"> {
  readonly format?: DrawOptions["format"];
  readonly output?: string;
  readonly jsonl?: true;
}

export function register(program: Command): void {
  described(program.command("draw")).action((words: readonly string[], options: Options) => {
    if (options.jsonl === true) return drawLines();
    return draw(words, options);
  });
}

const described = (command: Command): Command =>
  command
    .description("the picture of a layout, swizzle, atom or tiled copy")
    .argument("[expr...]", "notation, an atom's name, or source: '(_8,_8):(_1,_8)', SM80_16x8x16_F32F16F16F32_TN")
    .addOption(new Option("--view <view>", "what to show").choices(views))
    .addOption(
      new Option(
        "--format <format>",
        "what to write (default: by the end of --output's name; text at a terminal, else svg)",
      ).choices(formats),
    )
    .addOption(new Option("--theme <theme>", "colours of the SVG").choices(themes).default("light"))
    .option("--label <mode>", "what cells say: offset, index, coordinate, natural, byte, bank, thread, value …")
    .option("--color <mode>", "what colours mean: offset, row, column, tile, chunk, bank, thread, value …")
    .option("--bits <n>", "bits of an element: gives bytes and banks, and the value type of a copy operation", positive)
    .option(...memoryOptions.banks)
    .option(...memoryOptions.bankBytes)
    .option("--thread <n>", "only this thread of a TV layout", natural)
    .option("--tile <shape>", "what a bare TV layout covers: '(16,8)'; of a GEMM's three '(16,8,16)'")
    .option("--flatten", "all modes from 1 on as columns")
    .option("--levels", "the coordinate of each level of nested modes on the axes")
    .option("--complement", "of --view operation: what a divide's tiler or a composition leaves")
    .option("--with <expr>", "another one on the same sheet; may be given several times", collected)
    .option("--slice <cells>", "frame a slice '(2,_)', '(0:4,_)', or 'T5', 'bank 7', 'offset 12'")
    .option("--color-by <layout>", "colour by another layout: '(8,8):(1,0)' by rows")
    .option("--cell <pixels>", "square cells of so many pixels, their colours without labels", positive)
    .option("--title <text>", "above the picture, instead of the notation")
    .option("--own-labels <list>", "labels of one's own, the first at offset 0: 'a,b,c', 'abc'")
    .option("--dsl", "CuTe DSL's notation: plain numbers are static")
    .option("-o, --output <file>", "write to a file instead of standard output")
    .option("--jsonl", "arguments on standard input, one JSON array a line; answers one JSON object a line");

const collected = (text: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), text];

async function draw(words: readonly string[], { output, ...options }: Options): Promise<void> {
  const format = options.format ?? usualFormat(output);
  const written = await drawing(expressionOf(words), { ...options, format });
  // A PDF is bytes, one a character.
  const encoding = format === "pdf" ? "latin1" : "utf8";
  if (output === undefined) process.stdout.write(written, encoding);
  else writeOutput(output, written, encoding);
}

const endings = { ".svg": "svg", ".pdf": "pdf", ".txt": "text", ".tex": "tikz" } as const;

function usualFormat(output: string | undefined): DrawOptions["format"] {
  if (output === undefined) return process.stdout.isTTY === true ? "text" : "svg";
  const ending = Object.entries(endings).find(([end]) => output.toLowerCase().endsWith(end));
  if (ending === undefined)
    throw new UsageError(`--output ${output}: a name that ends in ${Object.keys(endings).join(", ")}, or --format`);
  return ending[1];
}

function expressionOf(words: readonly string[]): string {
  if (words.length === 0) throw new UsageError("draw: an expression, or --jsonl");
  return words.join(" ");
}

/** One answer for every line, in their order, as soon as it is there. */
async function drawLines(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }))
    process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
}

type Answer = { readonly picture: string } | { readonly error: string };

/** `["(_8,_8):(_8,_1)", "--format", "text"]` as the command line would have it; what is wrong with it is an answer too. */
async function answer(line: string): Promise<Answer> {
  try {
    const words: unknown = JSON.parse(line);
    if (!Array.isArray(words) || !words.every((word) => typeof word === "string"))
      throw new UsageError("a line is a JSON array of texts");
    return { picture: await pictureOf(words) };
  } catch (error) {
    return { error: (error instanceof Error ? error.message : String(error)).replace(/^error: /, "") };
  }
}

async function pictureOf(words: readonly string[]): Promise<string> {
  let picture = "";
  const command = described(new Command("draw"))
    .exitOverride()
    .configureOutput({ writeErr: () => {}, writeOut: () => {} })
    .action(async (expression: readonly string[], { output, ...options }: Options) => {
      if (output !== undefined) throw new UsageError("a line's picture is its answer: no --output");
      picture = await drawing(expressionOf(expression), { ...options, format: options.format ?? "svg" });
    });
  await command.parseAsync([...words], { from: "user" });
  return picture;
}
