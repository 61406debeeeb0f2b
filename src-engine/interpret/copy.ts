// C++ copies objects by value.
import type { ObjectValue } from "../program/values.ts";

export const copyObject = (object: ObjectValue): ObjectValue => ({ ...object, fields: new Map(object.fields) });
