// The fix of the DSL's swizzled buffers: the swizzle leaves the layout and goes to the pointer.
//
// `allocate_tensor(T, L, 1024)` becomes `allocate_tensor(T, L.outer, 1024, swizzle=L.inner)`.
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import { argument } from "./arguments.ts";
import type { Fix } from "./rule.ts";

/** Where exactly one allocation has a composed layout: several leave open which of them is meant. */
export function swizzleOnPointer(facts: readonly Fact[]): readonly Fix[] {
  const made = facts.filter(
    (fact): fact is CallFact =>
      fact.kind === "call" && fact.op === "allocate_tensor" && argument(fact, "layout")?.value.kind === "composed",
  );
  const [call] = made;
  return call === undefined || made.length !== 1 ? [] : splitLayout(call);
}

/** The two halves of the layout argument of an allocation; a swizzle that is there already stays. */
export function splitLayout(call: CallFact): readonly Fix[] {
  const layout = argument(call, "layout");
  const halves = layout === undefined ? undefined : halvesOf(layout.text);
  if (layout === undefined || halves === undefined) return [];
  const last = argument(call, "byte_alignment") ?? layout;
  const swizzle = argument(call, "swizzle") === undefined ? `, swizzle=${halves.inner}` : "";
  const { item } = call;
  const edits =
    last === layout
      ? [{ item, span: layout.span, text: `${halves.outer}${swizzle}` }]
      : [
          { item, span: layout.span, text: halves.outer },
          { item, span: { start: last.span.end, end: last.span.end }, text: swizzle },
        ];
  return [{ title: `Put the swizzle on the pointer: ${halves.outer}${swizzle}`, edits }];
}

/** A name has them as members; a composed layout that is spelled out shows them. */
function halvesOf(text: string): { readonly outer: string; readonly inner: string } | undefined {
  if (/^[\w.]+$/.test(text)) return { outer: `${text}.outer`, inner: `${text}.inner` };
  const spelled = /^(?:cute\.)?make_composed_layout\(\s*([\w.]+)\s*,\s*0\s*,\s*([\w.]+)\s*\)$/.exec(text);
  const [, inner, outer] = spelled ?? [];
  return inner === undefined || outer === undefined ? undefined : { outer, inner };
}
