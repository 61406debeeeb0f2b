// CuTe DSL's names behind a module: `cute.`, `cute.nvgpu.`, `cpasync.` however the file imports it.
//
// What a module has is what the dialect has rows for; signatures are the rows' parameters where no sentence is written.
import { dtypes } from "../languages/python/library/dtypes.ts";
import { canonicalName } from "../languages/python/library/names.ts";
import { rows } from "../languages/python/library/rows.ts";
import { type ApiDoc, dslDocs } from "./api-docs.ts";
import { opDocs } from "./op-docs.ts";

/** `modules`: what may follow a dot beside functions. */
const modules: Readonly<Record<string, readonly string[]>> = {
  cutlass: ["cute", "utils", "pipeline"],
  cute: ["arch", "nvgpu", "runtime"],
  nvgpu: ["cpasync", "tcgen05", "warp", "warpgroup"],
};

/** The names behind `qualifier` ("cute.", "sm90_utils."); none where it is no module of CuTe DSL. */
export function dslNames(text: string, qualifier: string): readonly ApiDoc[] {
  const absolute = absoluteOf(text, qualifier.replace(/\.$/, ""));
  const module = absolute === undefined ? undefined : canonicalName(absolute);
  return module === undefined || !ours.test(module) ? [] : namesOf(module);
}

const ours =
  /^(?:cutlass|cute(?:\.arch)?|nvgpu|cpasync|tcgen05|warp|warpgroup|utils|runtime|sm90|sm100|blockscaled|pipeline)$/;

function namesOf(module: string): readonly ApiDoc[] {
  const functions = rows.filter(({ name }) => isIn(module, name)).map(({ name }) => documented(name));
  const inner = (modules[module] ?? []).map((name) => ({ name, kind: "module" as const, signature: "", doc: "" }));
  return [...inner, ...functions, ...(module === "cutlass" ? elementTypes() : [])];
}

const isIn = (module: string, name: string): boolean =>
  name.startsWith(`${module}.`) && /^[A-Za-z]\w*$/.test(name.slice(module.length + 1));

/** A row with its sentence: written for it, or of the operation behind it; `(op, *anything)` says nothing. */
export function documented(canonical: string): ApiDoc {
  const name = canonical.slice(canonical.lastIndexOf(".") + 1);
  const written = dslDocs.get(canonical);
  if (written !== undefined) return { ...written, name };
  const params = rows.find((row) => row.name === canonical)?.params ?? [];
  const shown = params.map((one) => (one.rest ? `*${one.name}` : one.optional ? `[${one.name}]` : one.name));
  const isClass = /Op$|^[A-Z]/.test(name);
  const doc = opDocs.get(name)?.doc ?? operationDoc(canonical);
  return {
    name,
    kind: isClass ? "type" : "operation",
    signature: `(${shown.join(", ").replace("*anything", "…")})`,
    doc,
  };
}

/** What an operation's name says. */
function operationDoc(canonical: string): string {
  const [module = "", name = ""] = canonical.split(".");
  if (!name.endsWith("Op")) return "";
  const since: Readonly<Record<string, string>> = {
    warpgroup: "WGMMA, sm_90a",
    tcgen05: "tcgen05, sm_100",
    warp: "one warp",
  };
  const kind = name.startsWith("Mma") ? "MMA operation" : "Copy operation";
  return `${kind}${since[module] === undefined ? "" : ` (${since[module]})`}, for \`cute.make_${name.startsWith("Mma") ? "tiled_mma" : "copy_atom"}\`.`;
}

const elementTypes = (): readonly ApiDoc[] =>
  [...dtypes.values()].map(({ name, bits }) => ({
    name,
    kind: "type",
    signature: ` ${bits} bits`,
    doc: "Element type.",
  }));

/** The absolute name behind what the file writes: `cpasync` → `cutlass.cute.nvgpu.cpasync`. */
export function absoluteOf(text: string, written: string): string | undefined {
  const [first = "", ...rest] = written.split(".");
  const base = imported(text, first);
  return base === undefined ? undefined : [base, ...rest].join(".");
}

function imported(text: string, name: string): string | undefined {
  if (!/^\w+$/.test(name)) return undefined;
  const as = new RegExp(`^[ \\t]{0,80}import[ \\t]{1,80}([\\w.]{1,400})[ \\t]{1,80}as[ \\t]{1,80}${name}\\b`, "m").exec(
    text,
  )?.[1];
  if (as !== undefined) return as;
  const from = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*(?:\)|$)|[^\n]*)/gm;
  for (const [, module = "", names = ""] of text.matchAll(from)) {
    const found = new RegExp(
      `(?:^|[(,\\s])(?:(\\w{1,200})[ \\t]{1,80}as[ \\t]{1,80})?${name}(?=\\s{0,80}(?:[,)#]|$))`,
      "m",
    ).exec(names);
    if (found !== null) return `${module}.${found[1] ?? name}`;
  }
  return new RegExp(`^[ \\t]*import[ \\t]+${name}\\b`, "m").test(text) ? name : undefined;
}
