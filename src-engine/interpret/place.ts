// What the evaluation calls things by that have a place in the code: it is the same after an edit of another statement.
import { placeWord, textWord } from "../program/places.ts";
import type { FunctionValue } from "../program/values.ts";
import type { Frame, Session } from "./session.ts";

/** A place in the code at work. */
export const placeIn = ({ file, item }: Frame, offset: number): string =>
  `${item}:${placeWord(file.linked.unit, item, offset)}`;

/** The same in this instance alone. */
export const placeId = (frame: Frame, offset: number): string => `${frame.instance.id}:${placeIn(frame, offset)}`;

/** Code at this place of the item as its text is now. */
export const codePlace = (frame: Frame, offset: number): string =>
  `${placeIn(frame, offset)} ${textWord(frame.file.linked.unit, frame.item)}`;

/** A place in a function's code, whoever calls it. */
export function placeInCode(session: Session, { file, item }: FunctionValue, offset: number): string {
  const unit = session.program.units.get(file)?.unit;
  return `${file}:${item}:${unit === undefined ? offset : placeWord(unit, item, offset)}`;
}
