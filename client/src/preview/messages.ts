// What the extension and its preview webview say to each other. Both sides check what they get before they use it.
import type { PictureJson, ViewResult, WindowJson } from "../../../server/src/protocol/requests.ts";
import type { LiteralJson } from "../../../server/src/protocol/what-if.ts";

export interface Source {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
  /** For the heading: `sgemm.cu:31`. */
  readonly label: string;
}

export type ToWebview =
  | {
      readonly type: "show";
      readonly view: ViewResult | null;
      readonly source: Source | null;
      readonly pinned: boolean;
    }
  | { readonly type: "options"; readonly label: string; readonly color: string }
  | { readonly type: "cells"; readonly request: number; readonly picture: PictureJson | null }
  | { readonly type: "focusInput" }
  /** Into the input line, as if it had been typed. */
  | { readonly type: "evaluate"; readonly expression: string; readonly start?: Start }
  /** Sets the controls as they were told before. */
  | { readonly type: "look"; readonly controls: LookJson["controls"] };

/** How an expression is shown at first; "" where nothing is said. */
export interface Start {
  readonly language: "cpp" | "python";
  readonly kind: string;
  readonly tile: string;
  readonly mark: string;
  readonly label: string;
  readonly color: string;
}

export type FromWebview =
  | { readonly type: "ready" }
  | { readonly type: "pin"; readonly pinned: boolean }
  | { readonly type: "ask"; readonly asked: Asked }
  | { readonly type: "cells"; readonly request: number; readonly window: WindowJson }
  | { readonly type: "keep"; readonly bindings: Bindings }
  /** Puts the numbers that are tried into the source. */
  | { readonly type: "writeBack" }
  /** Puts the change that the picture shows into the source. */
  | { readonly type: "writeRemedy"; readonly which: number }
  /** `focus`: what has the keyboard afterwards. */
  | { readonly type: "reveal"; readonly input?: number; readonly focus: "editor" | "preview" }
  | { readonly type: "copy"; readonly text: string }
  /** How the picture is drawn now: what a link to it has to say. */
  | { readonly type: "look"; readonly look: LookJson }
  /** A link that opens the expression in somebody's preview. */
  | { readonly type: "copyLink"; readonly expression: string }
  | { readonly type: "save"; readonly name: string; readonly data: string; readonly encoding: "text" | "base64" };

export type Bindings = Readonly<Record<string, string>>;

export interface LookJson {
  /** Values of the page's controls by their names. */
  readonly controls: Bindings;
  /** What is typed, where the picture is not that of the source. */
  readonly expression?: string;
  /** How many expressions the host had asked for when this was said: fewer than it has asked by now, and it is of before. */
  readonly evaluated: number;
}

/** What the page wants to see of the place shown. */
export interface Asked {
  readonly instance?: string;
  /** The view drawn: `banks`; the value's own when absent. */
  readonly kind?: string;
  /** What-if: symbols by name, and literals of the source by id. */
  readonly bindings: Bindings;
  readonly literals: Bindings;
}

export const nothingAsked: Asked = { bindings: {}, literals: {} };

/** What the webview keeps over a reload, and what the extension restores it from. */
export interface SavedState {
  readonly source: Source | null;
  readonly pinned: boolean;
}

type Json = Readonly<Record<string, unknown>>;

export function readToWebview(json: unknown): ToWebview | undefined {
  if (!isRecord(json)) return undefined;
  switch (json.type) {
    case "show":
      return isViewOrNull(json.view) && isSourceOrNull(json.source) && isFlag(json.pinned)
        ? { type: "show", view: json.view, source: json.source, pinned: json.pinned }
        : undefined;
    case "options":
      return isText(json.label) && isText(json.color)
        ? { type: "options", label: json.label, color: json.color }
        : undefined;
    case "cells":
      return isNumber(json.request) && isPictureOrNull(json.picture)
        ? { type: "cells", request: json.request, picture: json.picture }
        : undefined;
    case "focusInput":
      return { type: "focusInput" };
    case "evaluate":
      return isText(json.expression) ? { type: "evaluate", expression: json.expression, ...startIn(json) } : undefined;
    case "look":
      return isBindings(json.controls) ? { type: "look", controls: json.controls } : undefined;
    default:
      return undefined;
  }
}

export function readFromWebview(json: unknown): FromWebview | undefined {
  if (!isRecord(json)) return undefined;
  switch (json.type) {
    case "ready":
      return { type: "ready" };
    case "pin":
      return isFlag(json.pinned) ? { type: "pin", pinned: json.pinned } : undefined;
    case "ask":
      return readAsk(json);
    case "cells":
      return isNumber(json.request) && isWindow(json.window)
        ? { type: "cells", request: json.request, window: json.window }
        : undefined;
    case "keep":
      return isBindings(json.bindings) ? { type: "keep", bindings: json.bindings } : undefined;
    case "writeBack":
      return { type: "writeBack" };
    case "writeRemedy":
      return typeof json.which === "number" ? { type: "writeRemedy", which: json.which } : undefined;
    case "reveal":
      return {
        type: "reveal",
        focus: json.focus === "preview" ? "preview" : "editor",
        ...(isNumber(json.input) ? { input: json.input } : {}),
      };
    case "copy":
      return isText(json.text) ? { type: "copy", text: json.text } : undefined;
    case "look":
      return readLook(json);
    case "copyLink":
      return isText(json.expression) ? { type: "copyLink", expression: json.expression } : undefined;
    case "save":
      return isText(json.name) && isText(json.data) && (json.encoding === "text" || json.encoding === "base64")
        ? { type: "save", name: json.name, data: json.data, encoding: json.encoding }
        : undefined;
    default:
      return undefined;
  }
}

export function readSavedState(json: unknown): SavedState {
  if (!isRecord(json)) return { source: null, pinned: false };
  return { source: isSourceOrNull(json.source) ? json.source : null, pinned: json.pinned === true };
}

function readAsk({ asked }: Json): FromWebview | undefined {
  if (!isRecord(asked) || !isBindings(asked.bindings) || !isBindings(asked.literals)) return undefined;
  const { bindings, literals, instance, kind } = asked;
  const chosen = { ...(isText(instance) ? { instance } : {}), ...(isText(kind) ? { kind } : {}) };
  return { type: "ask", asked: { bindings, literals, ...chosen } };
}

function startIn({ start }: Json): { readonly start?: Start } {
  if (!isRecord(start)) return {};
  const { language, kind, tile, mark, label, color } = start;
  if (!isText(kind) || !isText(tile) || !isText(mark) || !isText(label) || !isText(color)) return {};
  return language === "cpp" || language === "python" ? { start: { language, kind, tile, mark, label, color } } : {};
}

function readLook({ look }: Json): FromWebview | undefined {
  if (!isRecord(look) || !isBindings(look.controls) || !isNumber(look.evaluated)) return undefined;
  const { controls, expression, evaluated } = look;
  return { type: "look", look: { controls, ...(isText(expression) ? { expression } : {}), evaluated } };
}

const isText = (json: unknown): json is string => typeof json === "string";
const isNumber = (json: unknown): json is number => typeof json === "number" && Number.isFinite(json);
const isFlag = (json: unknown): json is boolean => typeof json === "boolean";

function isRecord(json: unknown): json is Json {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

function isBindings(json: unknown): json is Bindings {
  return isRecord(json) && Object.values(json).every(isText);
}

function isWindow(json: unknown): json is WindowJson {
  return isRecord(json) && ["row", "column", "rows", "columns", "step"].every((key) => isNumber(json[key]));
}

function isSourceOrNull(json: unknown): json is Source | null {
  if (json === null) return true;
  return isRecord(json) && isText(json.uri) && isNumber(json.line) && isNumber(json.character) && isText(json.label);
}

function isViewOrNull(json: unknown): json is ViewResult | null {
  if (json === null) return true;
  return (
    isRecord(json) &&
    isText(json.name) &&
    isText(json.notation) &&
    isText(json.kind) &&
    isText(json.instance) &&
    Array.isArray(json.facts) &&
    Array.isArray(json.instances) &&
    Array.isArray(json.symbols) &&
    (json.literals === undefined || (Array.isArray(json.literals) && json.literals.every(isLiteral))) &&
    (json.picture === undefined || isPictureOrNull(json.picture)) &&
    (json.remedies === undefined ||
      (Array.isArray(json.remedies) && json.remedies.every((one) => isRecord(one) && isText(one.label))))
  );
}

function isLiteral(json: unknown): json is LiteralJson {
  if (!isRecord(json) || ![json.id, json.name, json.value, json.text, json.owner, json.uri].every(isText)) return false;
  return (
    isRecord(json.range) &&
    isFlag(json.related) &&
    (json.tried === undefined || (isRecord(json.tried) && isText(json.tried.value)))
  );
}

function isPictureOrNull(json: unknown): json is PictureJson | null {
  if (json === null) return true;
  return isRecord(json) && isText(json.title) && isText(json.summary) && Array.isArray(json.panels);
}
