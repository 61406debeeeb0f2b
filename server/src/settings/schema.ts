// Every setting, once: from this table come the types, the editor's `contributes.configuration`, the JSON schema of
// cute-lens.json and the settings page of the docs (see generate.ts).
//
// A row says its key below `cuteLens.`, its type with the default, and one sentence. `team` rows may stand in
// cute-lens.json too, where they win over the editor's, so that a team's checks agree on every machine.

export type Severity = "error" | "warning" | "information" | "hint" | "off";
export const severities: readonly Severity[] = ["error", "warning", "information", "hint", "off"];

/** Architectures that conditions and limits are known for. */
export const architectures = [
  "auto",
  "sm_70",
  "sm_75",
  "sm_80",
  "sm_86",
  "sm_87",
  "sm_89",
  "sm_90",
  "sm_90a",
  "sm_100a",
  "sm_100f",
  "sm_101a",
  "sm_103a",
  "sm_110a",
  "sm_120a",
  "sm_121a",
] as const;
export type Arch = (typeof architectures)[number];

interface RowBase<T> {
  readonly fallback: T;
  readonly doc: string;
  readonly group: "General" | "Hover" | "Inlay hints" | "Problems" | "Code lens" | "Preview" | "Project";
  readonly team: boolean;
}
export interface FlagRow extends RowBase<boolean> {
  readonly type: "flag";
}
export interface NumberRow extends RowBase<number> {
  readonly type: "number";
  readonly min: number;
  readonly max: number;
}
export interface TextRow extends RowBase<string> {
  readonly type: "text";
}
export interface ChoiceRow<T extends string> extends RowBase<T> {
  readonly type: "choice";
  readonly options: readonly T[];
}
export interface ListRow extends RowBase<readonly string[]> {
  readonly type: "list";
}
export interface MapRow extends RowBase<Readonly<Record<string, string>>> {
  readonly type: "map";
  /** What the values may be; free text when absent. */
  readonly values?: readonly string[];
}
export type Row = FlagRow | NumberRow | TextRow | ChoiceRow<string> | ListRow | MapRow;

export const schema = {
  enable: flag("General", true, "Evaluate CuTe code in this folder."),
  arch: choice(
    "General",
    architectures,
    "auto",
    "The architecture whose limits and preprocessor branches apply. With `auto`, what a file guards by `CUTLASS_ARCH_MMA_…_SUPPORTED` is read as supported, and conditions on `__CUDA_ARCH__` stay open.",
    "team",
  ),
  gpu: choice(
    "General",
    ["auto", "a100", "h100", "h200", "b200", "rtx4090", "rtx5090"] as const,
    "auto",
    "The GPU whose roofline and limits costs are held against. With `auto`, one of the architecture, or of what a kernel's MMAs are made for.",
    "team",
  ),
  "semanticTokens.enable": flag(
    "General",
    false,
    "Colour CuTe names and tell static from dynamic integers. Off by default: an editor shows the semantic colours of one server a file, and clangd or Pylance have more.",
  ),
  "completion.enable": flag(
    "General",
    true,
    "Offer CuTe's operations, atoms and swizzles with their documentation; where `cuteLens.navigation` holds, the names of the function with their layouts too.",
  ),
  navigation: choice(
    "General",
    ["auto", "on", "off"] as const,
    "auto",
    "Go to the declarations and uses of layouts, tensors and other names of a file, and list the layouts of open files among the workspace's symbols. With `auto`, in VS Code, only for a language that no clangd, C/C++ or Python extension serves; elsewhere off.",
  ),
  "outline.enable": flag("General", true, "List layouts, tensors and atoms with their values in the outline."),
  "hover.enable": flag("Hover", true, "Show the layout under the cursor."),
  "hover.pictures": flag("Hover", true, "Draw the layout below the hover's text, in editors that can show pictures."),
  "hover.detail": choice(
    "Hover",
    ["short", "full"] as const,
    "short",
    "How much a hover says: what matters, or everything that is known.",
  ),
  "inlayHints.enable": flag("Inlay hints", true, "Write each layout at the end of its declaration."),
  "inlayHints.maxLength": number(
    "Inlay hints",
    60,
    { min: 8, max: 400 },
    "Longest hint in characters; a longer one is cut and complete in its tooltip. VS Code also cuts the hints of one line at `editor.inlayHints.maximumLength`, which this extension sets to 120 for C++, CUDA and Python.",
  ),
  "inlayHints.maxLineLength": number(
    "Inlay hints",
    120,
    { min: 20, max: 1000 },
    "Longest line with its hints, in columns: a hint that does not fit is cut to its layout, then to its shape, or left out. Hover over the name for the whole value.",
  ),
  "inlayHints.density": choice(
    "Inlay hints",
    ["auto", "off", "essential", "normal", "all"] as const,
    "auto",
    "Which hints there are: none (off), of declared layouts, tensors and atoms (essential), of shapes and parameters too (normal), of computed integers too (all). `auto` is essential in Python and normal in C++.",
  ),
  "inlayHints.position": choice(
    "Inlay hints",
    ["line", "end", "name"] as const,
    "line",
    "Where a hint stands: at the end of the line, where it moves nothing, behind the declaration, or behind the name.",
  ),
  "inlayHints.costs": flag(
    "Inlay hints",
    true,
    "Behind a copy what it loses: bank conflicts, unused sectors, narrow accesses.",
  ),
  "inlayHints.layouts": flag("Inlay hints", true, "Hints for layouts, shapes, tilers and swizzles."),
  "inlayHints.tensors": flag("Inlay hints", true, "Hints for tensors."),
  "inlayHints.atoms": flag("Inlay hints", true, "Hints for atoms, tiled copies and tiled MMAs."),
  "inlayHints.integers": flag("Inlay hints", false, "Hints for integers that are computed."),
  "inlayHints.parameters": flag("Inlay hints", true, "Hints for the parameters of kernels and functions."),
  "diagnostics.enable": flag("Problems", true, "Report layout and TMA mistakes."),
  "diagnostics.severity": map(
    "Problems",
    'Severity by rule, `off` to silence it: `{ "tma-rank": "information" }`.',
    severities,
  ),
  "codeLens.instances": flag("Code lens", true, "Name the call paths that bind a template's or kernel's parameters."),
  "codeLens.tma": flag("Code lens", true, "Sum up each TMA descriptor above its construction; no hint repeats it."),
  "codeLens.costs": flag(
    "Code lens",
    true,
    "What a round of a kernel's main loop moves and computes, and how many CTAs fit on an SM.",
  ),
  "codeLens.sharedMemory": flag("Code lens", true, "Compare a kernel's shared memory with the architecture's limit."),
  dimUntaken: flag(
    "General",
    true,
    "In VS Code: dim the branches of `if constexpr` and `const_expr` that are not compiled in the instance that is shown, with the reason on hover.",
  ),
  changes: flag(
    "Code lens",
    false,
    "Above each function whose layouts differ from the last commit how many do; a click shows them before and after. In VS Code, with its git extension: the file as committed is evaluated with the other files as they are now.",
  ),
  "preview.labels": choice(
    "Preview",
    ["offset", "index", "coordinate"] as const,
    "offset",
    "What the cells of a picture say at first.",
  ),
  "preview.colors": choice(
    "Preview",
    ["auto", "offset", "chunk", "bank", "tile", "thread", "value"] as const,
    "auto",
    "What the colours of a picture mean at first; `auto`: what shows most, the chunks of a swizzle, else offsets or threads.",
  ),
  "preview.follow": flag("Preview", true, "The preview follows the cursor until it is pinned."),
  defines: map("Project", 'Preprocessor definitions for C++: `{ "BM": "128" }`.', undefined, "team"),
  macros: list("Project", "More macros that say nothing about layouts and are skipped when C++ is read.", "team"),
  includePaths: list(
    "Project",
    "Folders where C++ includes are looked up, before those that the build names. The build is read from the nearest `compile_commands.json` (in a folder around the file or in its `build/`; a header takes the entry of the nearest source), `.clangd` (`CompileFlags: Add, Remove, CompilationDatabase`) and `.vscode/c_cpp_properties.json` (`includePath`, `defines`, `compileCommands`), and followed when they change.",
    "team",
  ),
  "python.environment": text(
    "Project",
    "",
    "A virtual environment, its interpreter, or a folder with packages: helpers of CuTe DSL and packages built on it are evaluated from their source there. Found in `.venv` or `venv`, or by `python.defaultInterpreterPath`, when empty; on the command line an activated one counts (`VIRTUAL_ENV`). Nothing in it is run.",
    "team",
  ),
  compileCommands: text(
    "Project",
    "",
    "Path of compile_commands.json or of its folder; when empty it is found in the folders around a file and in their `build/`, or where `.clangd` and c_cpp_properties.json say.",
  ),
  presets: map(
    "Project",
    'Values for sizes that only the run knows, everywhere or in one function: `{ "M": "4096", "gemm_device": "bM = 128" }`.',
    undefined,
    "team",
  ),
} as const satisfies Readonly<Record<string, Row>>;

export type SettingKey = keyof typeof schema;
export type Settings = { readonly [K in SettingKey]: (typeof schema)[K]["fallback"] };

function flag(group: FlagRow["group"], fallback: boolean, doc: string): FlagRow {
  return { type: "flag", group, fallback, doc, team: false };
}

function number(
  group: NumberRow["group"],
  fallback: number,
  range: { readonly min: number; readonly max: number },
  doc: string,
): NumberRow {
  return { type: "number", group, fallback, doc, team: false, ...range };
}

function text(group: TextRow["group"], fallback: string, doc: string, who?: "team"): TextRow {
  return { type: "text", group, fallback, doc, team: who === "team" };
}

function choice<T extends string>(
  group: TextRow["group"],
  options: readonly T[],
  fallback: NoInfer<T>,
  doc: string,
  who?: "team",
): ChoiceRow<T> {
  return { type: "choice", group, options, fallback, doc, team: who === "team" };
}

function list(group: ListRow["group"], doc: string, who?: "team"): ListRow {
  return { type: "list", group, fallback: [], doc, team: who === "team" };
}

function map(group: MapRow["group"], doc: string, values?: readonly string[], who?: "team"): MapRow {
  const row = { type: "map", group, fallback: {}, doc, team: who === "team" } as const;
  return values === undefined ? row : { ...row, values };
}
