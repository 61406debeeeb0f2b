// What C++ code does that Python code does not.

import { dynamicInt } from "../../../../../src-engine/algebra/int/int.ts";
import { typed } from "../../../../../src-engine/interpret/machine-integer.ts";
import { nullPointer } from "../../../../../src-engine/interpret/null-pointer.ts";
import type { Semantics } from "../../../../../src-engine/interpret/semantics.ts";
import { deducedClass } from "./deduce-class.ts";
import { encodedBy } from "./driver-call.ts";
import { enabled, isConcept } from "./enabled.ts";
import { expand } from "./expand.ts";
import { placedField } from "./field-place.ts";
import { launchedBy } from "./launch.ts";
import { objectAs, ownOperator, ownTruth } from "./own-operator.ts";
import { returnedAs } from "./returned.ts";
import { sizeOf } from "./size-of.ts";
import { storageOf } from "./storage-size.ts";

export const cppSemantics: Semantics = {
  blockScopes: true,
  typed: true,
  valueObjects: true,
  implicitThis: true,
  traced: false,
  operations: "cpp",
  templates: true,
  includes: true,
  none: false,
  pointers: true,
  everyTruth: false,
  libraryEquality: true,
  trueDivision: false,
  classObjects: false,
  separator: "::",
  callOperator: "operator()",
  indexOperator: "operator[]",
  constructorOf: (cls) => cls.name,
  makers: [],
  integer: (value, machine) => (machine === undefined ? dynamicInt(value) : typed(dynamicInt(value), machine)),
  truth: (value) => dynamicInt(value ? 1 : 0),
  nothing: nullPointer,
  launched: (frame, name, args, site) => launchedBy(frame, name, args, site) ?? encodedBy(frame, args, site),
  deducedClass,
  ownOperator,
  ownProtocol: ownTruth,
  objectAs,
  returned: returnedAs,
  sizeOf,
  storageOf,
  expand,
  enabled,
  isConcept,
  placedField,
};
