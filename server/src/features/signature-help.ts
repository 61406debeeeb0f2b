// Signature help for CuTe's operations: the call around the cursor and the parameter that is being typed.
import { callAt } from "./call-at.ts";
import { opDocs } from "./op-docs.ts";

export interface SignatureAnswer {
  /** `logical_divide(layout, tiler) → layout`. */
  readonly label: string;
  readonly parameters: readonly string[];
  readonly active: number;
  readonly doc: string;
}

export function signatureHelp(text: string, offset: number): SignatureAnswer | undefined {
  const call = callAt(text, offset);
  const op = call === undefined ? undefined : opDocs.get(call.name);
  if (call === undefined || op === undefined) return undefined;
  const parameters = parametersOf(op.signature);
  const active = Math.min(call.argument, Math.max(0, parameters.length - 1));
  return { label: `${op.name}${op.signature}`, parameters, active, doc: op.doc };
}

/** The parameters in `(layout, tiler) → layout`, split at top-level commas. */
function parametersOf(signature: string): readonly string[] {
  const inside = /^\((.*?)\)\s*(?:→|->|$)/.exec(signature)?.[1] ?? "";
  return inside
    .split(",")
    .map((part) => part.replace(/[[\]]/g, "").trim())
    .filter((part) => part !== "");
}
