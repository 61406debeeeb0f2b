// Signature help for CuTe's operations: the call around the cursor and the parameter that is being typed.
import type { Language } from "../../../src-engine/program/ir.ts";
import { type ApiDoc, cppDocs } from "./api-docs.ts";
import { type CallAt, callAt } from "./call-at.ts";
import { dslNames } from "./dsl-names.ts";
import { opDocs } from "./op-docs.ts";

export interface SignatureAnswer {
  /** `logical_divide(layout, tiler) → layout`. */
  readonly label: string;
  readonly parameters: readonly string[];
  readonly active: number;
  readonly doc: string;
}

export function signatureHelp(text: string, offset: number, language: Language): SignatureAnswer | undefined {
  const call = callAt(text, offset);
  const op = call === undefined ? undefined : language === "cpp" ? cppOp(call.name) : dslOp(text, call);
  if (call === undefined || op === undefined) return undefined;
  const parameters = parametersOf(op.signature);
  const active = Math.min(call.argument, Math.max(0, parameters.length - 1));
  return { label: `${op.name}${op.signature}`, parameters, active, doc: op.doc };
}

type Signature = Pick<ApiDoc, "name" | "signature" | "doc">;

const cppOp = (name: string): Signature | undefined =>
  cppDocs.find((doc) => doc.name === name && doc.kind === "operation") ?? opDocs.get(name);

/** `cute.copy(`: a function of a module that the file imports. */
function dslOp(text: string, { name, qualifier }: CallAt): Signature | undefined {
  return qualifier === ""
    ? undefined
    : dslNames(text, qualifier).find((doc) => doc.name === name && doc.signature !== "");
}

/** The parameters in `(layout, tiler) → layout`, split at top-level commas. */
function parametersOf(signature: string): readonly string[] {
  const inside = /^(?:<[^(]*>)?\((.*?)\)\s*(?:→|->|$)/.exec(signature)?.[1] ?? "";
  return inside
    .split(",")
    .map((part) => part.replace(/[[\]]/g, "").trim())
    .filter((part) => part !== "");
}
