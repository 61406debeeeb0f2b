// What Python code does that C++ code does not.

import { pythonTruth, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { underscore } from "../../../../../src-engine/algebra/value.ts";
import type { Semantics } from "../../../../../src-engine/interpret/semantics.ts";
import { laidOut } from "../library/rows-smem.ts";
import { attributeOfObject, classAttribute } from "./class-attribute.ts";
import { isDataField, isGiven, isInitOnly } from "./data-fields.ts";
import { decorated } from "./decorated.ts";
import { decoratedFunction } from "./decorated-function.ts";
import { initSubclass } from "./init-subclass.ts";
import { keptByTrace } from "./kept-by-trace.ts";
import { logical } from "./logical.ts";
import { madeByBase } from "./made-by-base.ts";
import { nativeMethod } from "./native.ts";
import { ownOperator, ownProtocol } from "./own-operator.ts";
import { returnedValue } from "./returned.ts";
import { sharedState } from "./shared-state.ts";
import { storageField } from "./storage-field.ts";
import { superMethod } from "./super-call.ts";

export const pythonSemantics: Semantics = {
  blockScopes: false,
  typed: false,
  valueObjects: false,
  implicitThis: false,
  traced: true,
  operations: "dsl",
  templates: false,
  includes: false,
  none: true,
  pointers: false,
  everyTruth: true,
  libraryEquality: false,
  trueDivision: true,
  classObjects: true,
  separator: ".",
  modulesOf,
  callOperator: "__call__",
  indexOperator: "__getitem__",
  constructorOf: () => "__init__",
  makers: ["__init__", "__post_init__"],
  integer: staticInt,
  truth: pythonTruth,
  nothing: underscore,
  keptByTrace,
  nativeCall: nativeMethod,
  logical,
  madeByBase,
  dataFields: { isField: isDataField, isGiven, isInitOnly },
  superMethod,
  ownOperator,
  ownProtocol,
  returned: returnedValue,
  decorated,
  decoratedFunction,
  sharedState,
  classMade: initSubclass,
  classAttribute,
  objectAttribute: attributeOfObject,
  fieldWithoutValue: storageField,
  laidOut,
};

function modulesOf(path: string, name: string): readonly string[] {
  const folder = /^(.*)\/__init__\.py$/.exec(path)?.[1];
  return folder === undefined ? [] : [`${folder}/${name}.py`, `${folder}/${name}/__init__.py`];
}
