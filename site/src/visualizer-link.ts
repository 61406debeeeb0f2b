// Links of CuTe-Layout-Visualizer, `…?key=logical_divide-(12,32):(32,1)-3:4\n8:4`: the same picture here.
import type { Sheet } from "./state.ts";

/** How many inputs stand behind a feature's name. */
const inputs: Readonly<Record<string, number>> = {
  layout: 1,
  composition: 2,
  complement: 2,
  logical_divide: 2,
  zipped_divide: 2,
  logical_product: 2,
  zipped_product: 2,
  blocked_product: 2,
  raked_product: 2,
  copy_universal_op: 6,
  swizzle: 2,
};

/** The sheet that a link shows, from its address or its query; undefined where it is none. */
export function sheetOfVisualizer(address: string): Sheet | undefined {
  const at = address.indexOf("?");
  const key = at < 0 ? null : new URLSearchParams(address.slice(at).split("#")[0]).get("key");
  if (key === null) return undefined;
  const [feature = "", ...values] = key.split("-").map((part) => part.replaceAll("\\n", "\n"));
  if (feature === "tv") return tvSheet(values);
  return inputs[feature] === values.length ? { form: feature, values, controls: {} } : undefined;
}

/** With a method before its inputs: 1 is a TV layout and its tile, 2 threads and values. */
function tvSheet(values: readonly string[]): Sheet | undefined {
  const method = values.length === 3 ? values[0] : "1";
  const [first, second, ...rest] = values.slice(-2);
  if (first === undefined || second === undefined || rest.length > 0 || values.length > 3) return undefined;
  if (method === "2") return { form: "make_layout_tv", values: [first, second], controls: {} };
  return { form: "tv", values: [first, second], controls: {} };
}
