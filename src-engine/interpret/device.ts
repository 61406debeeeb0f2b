// The device's compute capability, as host code asks for it to choose among kernels.
//
// Where nothing says which device it is, the capability is a symbol, and what the code does on some devices is looked at under
// an assumption, after everything else.
import { symbol, symbolsOf } from "../algebra/int/ask.ts";
import { dynamicInt } from "../algebra/int/int.ts";
import type { Int, Value } from "../algebra/value.ts";
import { isOfDevice as isAskedOfDevice } from "../program/compiled.ts";
import { type Condition, holdsUnder } from "../program/condition.ts";
import type { Frame, Session } from "./session.ts";
import type { Assumption } from "./untaken.ts";

/** The symbols of the capability's two parts. */
export const deviceMajor = "device_capability.major";
export const deviceMinor = "device_capability.minor";

/** Bytes of shared memory that a block may have at most; multiprocessors. */
export const deviceSharedMemory = "device.shared_memory_per_block_optin";
export const deviceMultiprocessors = "device.multi_processor_count";

const bounds: Readonly<Record<string, { readonly min: number; readonly max?: number }>> = {
  // 9.0, 10.3.
  [deviceMajor]: { min: 1 },
  [deviceMinor]: { min: 0, max: 9 },
  // From 99 KiB of 8.6, 8.9 and 12.x to 227 of 9.0 and 10.x (CUDA programming guide, compute capabilities from 8.0 on).
  [deviceSharedMemory]: { min: 101_376, max: 232_448 },
  [deviceMultiprocessors]: { min: 1 },
};

/** What a number of the device can be. */
export const deviceBounds = (name: string): { readonly min: number; readonly max?: number } =>
  bounds[name] ?? { min: 0 };

export const isOfDevice = (name: string): boolean => bounds[name] !== undefined;

/** Nothing but the capability, which chooses among kernels. */
const isCapability = (symbols: readonly { readonly name: string }[]): boolean =>
  symbols.length > 0 && symbols.every(({ name }) => name === deviceMajor || name === deviceMinor);

/** Which device it is says the value. */
export const dependsOnDevice = (value: Value): boolean =>
  value.kind === "alternatives"
    ? value.options.every((one) => isAskedOfDevice(one.under))
    : value.kind === "sym" && isCapability(symbolsOf(value));

/** Is there a device on which all that asks for one on the way here, and these conditions, hold together? */
export function isForOneDevice({ instance, flow }: Frame, conditions: readonly Condition[]): boolean {
  const asked = ofDeviceIn(flow.path);
  for (let at = instance.caller; at !== undefined; at = at.instance.caller) asked.push(...(at.ofDevice ?? []));
  if (asked.length === 0) return true;
  const all = [...new Set([...asked, ...ofDeviceIn(conditions)])];
  return capabilities.some((known) => all.every((one) => holdsUnder(known, one) === "yes"));
}

/** Those that ask for nothing but the device. */
export const ofDeviceIn = (conditions: readonly Condition[]): Condition[] =>
  conditions.filter((one) => isAskedOfDevice([one]));

function isPart(name: string, number: number): readonly Condition[] {
  const part = symbol(name, name, deviceBounds(name));
  if (part.kind !== "sym") return [];
  const { key } = part.poly;
  const equality = { subject: key, constant: `n${number}` };
  return [{ kind: "test", key: `${key} == ${equality.constant}`, holds: true, text: "", equality }];
}

/** What there is from 8.0 on (CUDA programming guide, compute capabilities). */
const capabilities: readonly (readonly Condition[])[] = (
  [
    [8, 0],
    [8, 6],
    [8, 9],
    [9, 0],
    [10, 0],
    [10, 3],
    [11, 0],
    [12, 0],
    [12, 1],
  ] as const
).map(([major, minor]) => [...isPart(deviceMajor, major), ...isPart(deviceMinor, minor)]);

/** The devices that are tried: Hopper and Blackwell. */
const tried = [9, 10];

/** The capability's part that is assumed. */
export function assumedDevice(session: Session, name: string): Int | undefined {
  if (!isOfDevice(name)) return undefined;
  const major = session.assume.find((one) => one.name === deviceMajor)?.value;
  if (major?.kind !== "num") return undefined;
  if (name === deviceMajor) return major;
  return name === deviceMinor ? dynamicInt(0) : undefined;
}

/** Notes a test that nothing decides: does the answer depend on the capability? Its other numbers are nobody's choice of a kernel. */
export function noteUndecided(session: Session, about: string): void {
  if (about.includes(deviceMajor) || about.includes(deviceMinor)) session.seen.asksForDevice = true;
}

/** One assumption each, where the program has tested a device that nothing names. */
export const devices = (session: Session): (readonly Assumption[])[] =>
  session.seen.asksForDevice ? tried.map((major) => [deviceOf(major)]) : [];

const deviceOf = (major: number): Assumption => {
  const value: Value = dynamicInt(major);
  return { name: deviceMajor, value, text: `the device's capability is ${major}.0` };
};

export const isDevice = (assume: readonly Assumption[]): boolean => assume.some((one) => one.name === deviceMajor);
