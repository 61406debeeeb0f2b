// `import { evaluate, parseLayout, draw, check } from "cute-lens"`: what other tools may build on, documented in docs/library.md.
//
// Plain data in and out; nothing here shows a type of the engine. Names and meanings follow semantic versioning.
import { versionText } from "../version.ts";

export { type CheckOptions, type CheckReport, check, type Finding, type Point, type Related } from "./check.ts";
export { type DrawOptions, draw } from "./draw.ts";
export { type EvaluateOptions, type Evaluation, evaluate, type Value } from "./evaluate.ts";
export { type Dialect, type Layout, type Leaf, parseLayout, type Tuple } from "./layout.ts";

/** The version of CuTe Lens, as `cute-lens --version` prints it. */
export const version: string = versionText();
