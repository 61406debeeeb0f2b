// Template parameters that no code in sight binds: kernels whose instances a build step writes (`CTA_M`, `TypeA`).
//
// Where such a parameter leaves nothing to say, the program is evaluated once more with examples for those whose name tells what
// they are. What that shows is conditional and says so, "if TypeA = half_t, CTA_M = 128": a preset or a real use replaces it.
import { dynamicInt, pythonTruth, staticInt } from "../algebra/int/int.ts";
import {
  type DType,
  type Int,
  type Layout,
  type Pointer,
  type Tensor,
  tuple,
  underscore,
  type Value,
} from "../algebra/value.ts";
import type { FunctionCore, TypeParam } from "../program/ir.ts";
import { assertedElement, assertedNumber } from "./asserted.ts";
import { donated } from "./donors.ts";
import { isHost } from "./entry.ts";
import { exampleText } from "./example-text.ts";
import { isFlagParameter } from "./flag-parameter.ts";
import type { Session } from "./session.ts";
import type { Assumption } from "./untaken.ts";

const name = "<examples>";

export const examples: Assumption = { name, value: underscore, text: "parameters are as in an example" };

export const isExample = (assume: readonly Assumption[]): boolean => assume.some((one) => one.name === name);

const mark = "example ";
const unboundMark = "unbound ";

/** What the examples of an evaluation were: `TypeA = half_t, CTA_M = 128`. */
export function examplesUsed(session: Session): string {
  const used = [...session.reached].filter((one) => one.startsWith(mark)).map((one) => one.slice(mark.length));
  return exampleText(used).join(", ");
}

export const hasUnbound = (session: Session): boolean => session.reached.has(unboundMark);

/** An example for a template parameter; undefined outside such an evaluation and where the name says too little. */
export function exampleFor(session: Session, param: TypeParam): Value | undefined {
  session.reached.add(unboundMark);
  if (!isExample(session.assume) || param.pack) return undefined;
  if (param.form !== "value") return fromDonor(session, param.name) ?? exampleType(session, param.name);
  const type = param.type?.kind === "name" ? param.type.path : [];
  return type.at(-1) === "Major" ? exampleMajor(session, param.name, type) : exampleNumber(session, param.name);
}

function fromDonor(session: Session, param: string): Value | undefined {
  const given = donated(session, param);
  return given === undefined ? undefined : said(session, `${param} as in ${given.from}`, given.value);
}

/** `UMMA::Major UmmaMajorA`: K, as in most kernels. */
function exampleMajor(session: Session, param: string, type: readonly string[]): Value {
  const value = `${type.at(-2) === "GMMA" ? "GMMA" : "UMMA"}::Major::K`;
  return said(session, `${param} = ${value}`, { kind: "text", value });
}

/** The same for a member of such a parameter, `Params::DTypeQ`, `Traits::kBlockM`. */
export function exampleMember(session: Session, member: string): Value | undefined {
  if (!isExample(session.assume)) return undefined;
  return exampleType(session, member) ?? exampleNumber(session, member);
}

function said(session: Session, text: string, value: Value): Value {
  tellExample(session, text);
  return value;
}

export const tellExample = (session: Session, text: string): void => void session.reached.add(`${mark}${text}`);

/**
 * The same for a parameter of a Python function that nobody calls: the element type of a tensor (`Q.element_type = Float16`),
 * a type, number or tile by its name (`acc_dtype = Float32`, `cta_tiler = (128,128,64)`). What is known otherwise stays.
 */
export function examplePython(session: Session, param: string, value: Value, code: FunctionCore): Value {
  switch (value.kind) {
    case "tensor":
      return value.engine.kind === "pointer" && value.engine.dtype.kind === "unknown" && isTold(session)
        ? exampleTensor(session, param, value, value.engine, code)
        : value;
    case "unknown": {
      if (!/dtype|(^|_)element_type/.test(param) || !isTold(session)) return value;
      const dtype = pythonElement(param);
      return said(session, `${param} = ${dtype.name}`, dtype);
    }
    case "sym":
      return isConfiguration(value, code, param) && isTold(session)
        ? (pythonNumber(session, param, code) ?? value)
        : value;
    case "tuple":
      return value.items.every((one) => one.kind === "sym") && isTold(session)
        ? (exampleTile(session, param, value.items.length, code) ?? value)
        : value;
    default:
      return value;
  }
}

/** Of three modes, (M,K,L), the second is contiguous, else the last: as in GEMMs and in attention. */
function exampleTensor(session: Session, param: string, tensor: Tensor, engine: Pointer, code: FunctionCore): Value {
  const dtype = assertedType(assertedElement(code, param)) ?? pythonElement(param);
  const typed: Tensor = { ...tensor, engine: { ...engine, dtype } };
  const told = `${param}.element_type = ${dtype.name}`;
  const stride = tensor.layout.kind === "layout" ? tensor.layout.stride : undefined;
  if (tensor.layout.kind !== "layout" || stride?.kind !== "tuple" || !stride.items.every((one) => one.kind === "sym"))
    return said(session, told, typed);
  const major = stride.items.length === 3 ? 1 : stride.items.length - 1;
  const strides = tuple(stride.items.map((one, i) => (i === major ? staticInt(1) : one)));
  const layout: Layout = { ...tensor.layout, stride: strides };
  return said(session, `${told}, ${param}.stride[${major}] = 1`, { ...typed, layout });
}

/** Is this the evaluation with examples? Notes that one would be of use. */
function isTold(session: Session): boolean {
  session.reached.add(unboundMark);
  return isExample(session.assume);
}

function exampleTile(session: Session, param: string, rank: number, code: FunctionCore): Value | undefined {
  const tile = /cluster/i.test(param) ? [1, 1, 1] : /tile|block|(mma|cta)_shape/i.test(param) ? [128, 128, 64] : [];
  if (rank < 2 || rank > tile.length) return undefined;
  const extents = tile.slice(0, rank).map((one, i) => assertedNumber(code, param, i) ?? one);
  return said(session, `${param} = (${extents.join(",")})`, tuple(extents.map(staticInt)));
}

/** A Python number when the code is traced: of a plain function each, of a traced one what is annotated so. */
const isConfiguration = (value: Int, code: FunctionCore, param: string): boolean =>
  value.know === "static" || (isHost(code) && code.params.some((one) => one.name === param && one.type === undefined));

/** What the function asserts of the parameter goes before what its name says. */
function pythonNumber(session: Session, param: string, code: FunctionCore): Value | undefined {
  const asserted = assertedNumber(code, param);
  if (asserted !== undefined) return said(session, `${param} = ${asserted}`, staticInt(asserted));
  return exampleNumber(session, param) ?? exampleFlag(session, param, code);
}

function exampleFlag(session: Session, param: string, code: FunctionCore): Value | undefined {
  if (!isFlagParameter(code, param)) return undefined;
  const holds = /^(compute|has|need|needs|with|return|store|load)_/.test(param);
  return said(session, `${param} = ${holds ? "True" : "False"}`, pythonTruth(holds));
}

/** What a constructor asserts of a number that is not known. */
export function exampleByAssertion(session: Session, param: string, value: Value, code: FunctionCore): Value {
  if (value.kind !== "sym" || !isExample(session.assume)) return value;
  const asserted = assertedNumber(code, param);
  return asserted === undefined ? value : said(session, `${param} = ${asserted}`, staticInt(asserted));
}

const pythonTypes = {
  half: { kind: "dtype", name: "Float16", bits: 16, family: "float" },
  single: { kind: "dtype", name: "Float32", bits: 32, family: "float" },
  integer: { kind: "dtype", name: "Int32", bits: 32, family: "int" },
} as const satisfies Readonly<Record<string, DType>>;

function assertedType(asserted: string | number | undefined): DType | undefined {
  const { half, single, integer } = pythonTypes;
  const named = [half, single, integer].find(({ name }) => name === asserted);
  return named ?? [half, single].find(({ bits }) => bits === asserted);
}

function pythonElement(param: string): DType {
  if (/idx|ind(ex|ices)|seqlens?|seqused|cumulative|cu_|table|count|offsets?|num_|semaphore/i.test(param))
    return pythonTypes.integer;
  return /acc|lse|sum|max|scale|partial|stat|mean|rstd|dpsum/i.test(param) ? pythonTypes.single : pythonTypes.half;
}

// ---- types ------------------------------------------------------------------------------------------------------------

const half: DType = { kind: "dtype", name: "half_t", bits: 16, family: "float" };
const single: DType = { kind: "dtype", name: "float", bits: 32, family: "float" };
const integer: DType = { kind: "dtype", name: "int32_t", bits: 32, family: "int" };

function exampleType(session: Session, param: string): Value | undefined {
  const dtype = elementFor(param);
  if (dtype !== undefined) return said(session, `${param} = ${dtype.name}`, dtype);
  if (/^Stride_?\w{0,3}_?$/.test(param)) {
    const of = tuple<Value>([dynamicInt(0), staticInt(1), dynamicInt(0)]);
    return said(session, `${param} = Stride<int64_t,_1,int64_t>`, { kind: "type", of });
  }
  const extents = shapeFor(param);
  if (extents === undefined) return undefined;
  const of = tuple(extents.map(staticInt));
  return said(session, `${param} = Shape<${extents.map((one) => `_${one}`).join(",")}>`, { kind: "type", of });
}

function elementFor(param: string): DType | undefined {
  if (/^(Id|Idx|Index)(Type|_t)?_?$|^IdType/.test(param)) return integer;
  if (/^(Element|DType|ElementType|Type|T|Tin|Tout|TQ|TKV|TO|input_t|output_t|scalar_t|state_t)_?$/.test(param))
    return half;
  if (/^(Element|DType|Type)\w*(Acc|Accum|Accumulator|Compute|Softmax|LSE|Scale|Partial)_?$/.test(param)) return single;
  if (/^(Acc|Accum|Accumulator|Compute|Scale|Softmax)_?(Type|T|t|Element)_?$/.test(param)) return single;
  if (
    /^(In|Out|Input|Output|Src|Dst|Value|Data|Weight|Act|Activation|Q|K|V|KV|O)_?(Type|T|t|Element|DType)_?$/.test(
      param,
    )
  )
    return half;
  return /^(Element|DType|Type)_?[A-Z]\w{0,4}_?$/.test(param) ? half : undefined;
}

function shapeFor(param: string): readonly number[] | undefined {
  const plain = param.replace(/_$/, "");
  if (/^Cluster(Shape|Tile)?(_?MNK)?$/.test(plain)) return [1, 1, 1];
  if (!/^(Cta)?(Tile|Block)(r|Shape)?\w*$|^CtaShape\w*$|^MmaTile\w*$/.test(plain)) return undefined;
  if (/(Shape|Tile|r)_?MNK?$|Shape$/.test(plain) && !/_?MN$/.test(plain)) return [128, 128, 64];
  if (/(MN|NM)$/.test(plain)) return [128, 128];
  if (/(MK|NK)$/.test(plain)) return [128, 64];
  // Attention: (Q, K, D) and (P, D, V).
  return /^(Cta)?TileShape_?(QKD?|PD?V)$/.test(plain) ? [128, 128, 128] : undefined;
}

// ---- numbers ----------------------------------------------------------------------------------------------------------

const numbers: readonly (readonly [RegExp, number])[] = [
  [/stage/i, 2],
  [/warpgroups$/i, 2],
  [/warps$/i, 4],
  [/threads$/i, 128],
  [/(^|_|k)head_?dim/i, 128],
  [/^(CTA|BLK|BLOCK|TILE|k?Block|k?Tile)_?(Size_?)?(M|N|Q|KV)$/i, 128],
  [/^(CTA|BLK|BLOCK|TILE|k?Block|k?Tile)_?(Size_?)?K$/i, 64],
  [/^[mn]_block(_size)?$/, 128],
  [/^cluster_?(shape_?)?[mnk]$/i, 1],
];

function exampleNumber(session: Session, param: string): Value | undefined {
  const found = numbers.find(([pattern]) => pattern.test(param));
  return found === undefined ? undefined : said(session, `${param} = ${found[1]}`, staticInt(found[1]));
}
