// What Python code does that C++ code does not.

import { pythonTruth, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { underscore } from "../../../../../src-engine/algebra/value.ts";
import type { Semantics } from "../../../../../src-engine/interpret/semantics.ts";
import { laidOut } from "../library/rows-smem.ts";
import { attributeOfObject, classAttribute } from "./class-attribute.ts";
import { decorated } from "./decorated.ts";
import { initSubclass } from "./init-subclass.ts";
import { nativeMethod } from "./native.ts";
import { ownOperator } from "./own-operator.ts";
import { returnedValue } from "./returned.ts";
import { storageField } from "./storage-field.ts";
import { superMethod } from "./super-call.ts";

export const pythonSemantics: Semantics = {
  blockScopes: false,
  typed: false,
  valueObjects: false,
  implicitThis: false,
  traced: true,
  separator: ".",
  callOperator: "__call__",
  indexOperator: "__getitem__",
  constructorOf: () => "__init__",
  integer: staticInt,
  truth: pythonTruth,
  nothing: underscore,
  nativeCall: nativeMethod,
  superMethod,
  ownOperator,
  returned: returnedValue,
  decorated,
  classMade: initSubclass,
  classAttribute,
  objectAttribute: attributeOfObject,
  fieldWithoutValue: storageField,
  laidOut,
};
