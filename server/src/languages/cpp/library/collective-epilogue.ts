// `CollectiveBuilder<…>::CollectiveOp` of epilogues: its members, and the class template of CUTLASS's that it stands for.
import type { Epilogue, EpiloguePolicy } from "../../../../../src-engine/algebra/atoms/collective/epilogue.ts";
import type { EpilogueCopies } from "../../../../../src-engine/algebra/atoms/collective/epilogue-copies.ts";
import { copyAtom } from "../../../../../src-engine/algebra/atoms/lookup.ts";
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { type DType, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { object, standing } from "./collective-object.ts";
import { voidType } from "./standard.ts";
import { bool, text, typeOf } from "./values.ts";

/** What `StageCountAutoCarveoutEpi` reads. */
export const carveoutField = "carveout";

export interface EpilogueElements {
  readonly c: Value;
  readonly d: Value;
  /** Is there a matrix C? */
  readonly isSource: boolean;
}

const type = (value: Value | undefined): Value | undefined => (value === undefined ? undefined : typeOf(value));
const number = (n: number | undefined): Value | undefined => (n === undefined ? undefined : staticInt(n));
const flag = (on: boolean | undefined): Value | undefined => (on === undefined ? undefined : bool(on));

export function epilogueType(
  ctx: Context,
  made: Epilogue,
  elements: EpilogueElements,
  strides: readonly [Value, Value],
): ObjectValue {
  const [strideC, strideD] = strides;
  const members = {
    ElementC: elements.c,
    ElementD: elements.d,
    StrideC: strideC,
    StrideD: strideD,
    CtaTileMNK: typeOf(made.ctaTileShape),
    CtaTileShape: typeOf(made.ctaTileShape),
    EpilogueTile: type(made.epilogueTile as Value | undefined),
    SmemLayoutAtomC: type(made.smemLayoutAtomC),
    SmemLayoutAtomD: type(made.smemLayoutAtomD),
    SmemLayoutC: type(made.smemLayoutC),
    SmemLayoutD: type(made.smemLayoutD),
    SharedStorage: typeOf(object("SharedStorage", {}, made.shared)),
    TensorStorage: typeOf(object("TensorStorage", {}, made.tensors)),
    PipelineStorage: typeOf(object("PipelineStorage", {}, made.pipeline)),
    TmaTransactionBytes: number(made.transactionBytes),
    [carveoutField]: number(made.carveoutBytes),
    DispatchPolicy: typeOf(policyType(made.policy)),
  };
  const of = object("CollectiveEpilogue", members);
  if (made.copies === undefined) return of;
  const stride = elements.isSource ? strideC : strideD;
  const { DispatchPolicy, EpilogueTile, SmemLayoutAtomC, SmemLayoutAtomD } = members;
  const shape = [DispatchPolicy, members.CtaTileMNK, EpilogueTile, elements.c, stride, elements.d, strideD, callbacks];
  const copies = copyArguments(ctx, made.copies, SmemLayoutAtomC, SmemLayoutAtomD);
  return standing(
    of,
    "cutlass epilogue collective",
    [...shape, ...copies].map((one) => one ?? voidType),
  );
}

const callbacks = typeOf(unknown("the callbacks of a fusion are not modelled"));

/** The copies in the order of the class template: Blackwell's begins with tensor memory, Hopper's ends with what shares out. */
function copyArguments(
  ctx: Context,
  copies: EpilogueCopies,
  atomC: Value | undefined,
  atomD: Value | undefined,
): readonly (Value | undefined)[] {
  const operation = (name: string | undefined): Value | undefined =>
    name === undefined ? undefined : typeOf(text(name), name);
  const shared = [copies.g2s, atomC, copies.s2r, copies.s2g, atomD, copies.r2s].map((one) =>
    typeof one === "string" ? operation(one) : one,
  );
  if (copies.t2r !== undefined) return [operation(copies.t2r), ...shared, operation(copies.r2r)];
  const sharesOut = copies.atomC === undefined ? undefined : copyAtom(ctx, copies.atomC, half);
  return [...shared, type(sharesOut), operation(copies.r2r)];
}

const half: DType = { kind: "dtype", name: "half_t", bits: 16, family: "float" };

/** `Sm90TmaWarpSpecialized<StagesC, StagesD, FragmentSize, ReuseSmemC, DelayTmaStore>` and its kin. */
function policyType(policy: EpiloguePolicy): ObjectValue {
  const members = {
    StagesC: number(policy.stagesC),
    StagesD: number(policy.stagesD),
    FragmentSize: number(policy.fragmentSize),
    ReuseSmemC: flag(policy.reuseSmemC),
    DelayTmaStore: flag(policy.delayTmaStore),
    ...(policy.warpGroups === undefined ? {} : { NumEpilogueWarpGroups: staticInt(policy.warpGroups) }),
  };
  const of = object(policy.name, members);
  return policy.stagesC === undefined ? of : standing(of, "cutlass epilogue", members);
}
