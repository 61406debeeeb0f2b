// Macros that many projects copy from one another and that an expansion must know when their header is not at hand.
import type { Macro } from "../prepare/macros.ts";

/** `BOOL_SWITCH(cond, NAME, [&] { … })`: the body once with `NAME` true, once with it false. */
const boolSwitch: Macro = {
  name: "BOOL_SWITCH",
  params: ["COND", "CONST_NAME", "..."],
  body: "[&] { if (COND) { constexpr static bool CONST_NAME = true; return __VA_ARGS__(); } else { constexpr static bool CONST_NAME = false; return __VA_ARGS__(); } }()",
};

/** `CUTE_STATIC_V(x)`: the value of an integral constant. */
const staticValue: Macro = { name: "CUTE_STATIC_V", params: ["x"], body: "decltype(x)::value" };

export const knownMacros: ReadonlyMap<string, Macro> = new Map(
  [boolSwitch, staticValue].map((macro) => [macro.name, macro]),
);
