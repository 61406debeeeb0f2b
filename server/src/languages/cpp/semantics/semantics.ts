// What C++ code does that Python code does not.

import type { Semantics } from "../../../../../src-engine/interpret/semantics.ts";
import { deducedClass } from "./deduce-class.ts";
import { launchedBy } from "./launch.ts";
import { sizeOf } from "./size-of.ts";

export const cppSemantics: Semantics = { launched: launchedBy, deducedClass, sizeOf };
