// Library values that stand for a class template whose source is in the program: `CollectiveBuilder<…>::CollectiveOp` names a
// `CollectiveMma<MainloopSm90TmaGmmaWarpSpecialized<…>, …>`, and whoever looks at that collective's own file wants the class.
//
// The dialect says which template and which arguments; here the class is looked for in the target and what it includes.
import type { Value } from "../algebra/value.ts";
import type { ClassValue, Standing } from "../program/values.ts";
import { classInstance } from "./class.ts";
import { fileScope, findInclusive } from "./files.ts";
import { semanticsOf } from "./semantics.ts";
import type { Frame, Session } from "./session.ts";
import { specialisation } from "./specialise.ts";

/** The class that a library value stands for; the value itself where the program does not declare it. */
export function declaredClass(frame: Frame, value: Value): Value {
  const given = value.kind === "type" ? value.of : value;
  if (given.kind !== "object" || given.stands === undefined) return value;
  return classFor(frame, given.stands) ?? value;
}

function classFor(frame: Frame, stands: Standing): ClassValue | undefined {
  const { session } = frame;
  const target = fileScope(session, session.program.target);
  if (target === undefined || !semanticsOf(session, target).templates) return undefined;
  const found = findInclusive(session, target, stands.path, []);
  if (found?.kind !== "class") return undefined;
  const targs = argumentsOf(frame, found, stands);
  const cls: ClassValue = { ...found, targs };
  const chosen = specialisation(frame, cls).value;
  if (chosen.item.members.length === 0 && isSpecialised(found)) return undefined;
  const { key } = classInstance(frame, cls);
  return isWanted(session, found.file, chosen.item.id, key) ? cls : undefined;
}

/**
 * A use of CUTLASS's own header that is looked at: `collective::CollectiveMma<…>` in a test, whose include of it is not followed
 * because the dialect stands for the library.
 */
export function fromLibraryTarget(frame: Frame, path: readonly string[]): Value | undefined {
  const { session } = frame;
  if (frame.file.file === session.program.target || !isLibrary(session.program.target)) return undefined;
  if (path.length === 1 && !frame.namespaces.includes("cutlass")) return undefined;
  const target = fileScope(session, session.program.target);
  const found = target === undefined ? undefined : findInclusive(session, target, path, []);
  return found?.kind === "class" ? found : undefined;
}

/** Such a use with known arguments is an instance that is worth showing. */
export function noteUse(frame: Frame, cls: ClassValue): void {
  const { session } = frame;
  if (cls.file !== session.program.target || frame.file.file === cls.file || !isLibrary(cls.file)) return;
  if (!isSpecialised(cls) || cls.targs.some(isOpen)) return;
  const chosen = specialisation(frame, cls).value;
  if (chosen.item.members.length > 0) isWanted(session, cls.file, chosen.item.id, classInstance(frame, cls).key);
}

const isLibrary = (file: string): boolean => /\/include\/cutlass\//.test(file);

const isOpen = (value: Value): boolean =>
  value.kind === "unknown" || (value.kind === "type" && value.of.kind === "unknown");

/** A header of tests may use a class in a hundred ways: the first few are shown, the others stay the library's model. */
const most = 3;

function isWanted(session: Session, file: string, item: string, key: string): boolean {
  const { stoodFor } = session.seen;
  const keys = stoodFor.get(`${file}|${item}`) ?? new Set();
  if (keys.has(key)) return true;
  if (keys.size >= most) return false;
  stoodFor.set(`${file}|${item}`, keys.add(key));
  return true;
}

/** Has a class a real instance that the library's model of it has led to? */
export const isStoodFor = (session: Session, file: string, item: string): boolean =>
  session.seen.stoodFor.has(`${file}|${item}`);

const isSpecialised = (cls: ClassValue): boolean =>
  (cls.overloads ?? [cls]).some((one) => one.item.specialises !== undefined);

/** Arguments in order, or by the names of the template's parameters as far as they are given without a gap. */
function argumentsOf(frame: Frame, cls: ClassValue, stands: Standing): readonly Value[] {
  const { targs } = stands;
  if (Array.isArray(targs)) return targs.map((one: Value) => declaredClass(frame, one));
  const named = targs as ReadonlyMap<string, Value>;
  const names = cls.item.typeParams.map((one) => one.name.replace(/_$/, ""));
  const end = names.findIndex((name) => !named.has(name));
  const given = names.slice(0, end < 0 ? names.length : end).map((name) => declaredClass(frame, named.get(name)!));
  return given;
}
