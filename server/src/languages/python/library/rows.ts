// All rows of the dialect, one table per topic.

import { asDynamic, isInt, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import { unknown } from "../../../../../src-engine/algebra/value.ts";
import { tracedArchRows } from "./arch.ts";
import { convertTo, dtypeNamed } from "./dtypes.ts";
import { layoutMethod } from "./enums.ts";
import { blockscaledRows } from "./helpers-blockscaled.ts";
import { mixedInputRows } from "./helpers-mixed-input.ts";
import { sm90Rows } from "./helpers-sm90.ts";
import { sm100Rows } from "./helpers-sm100.ts";
import { sm100EpilogueRows } from "./helpers-sm100-epilogue.ts";
import { sm120Rows } from "./helpers-sm120.ts";
import { transformRows } from "./helpers-transform.ts";
import { leadingDim } from "./members.ts";
import { operationRows } from "./operations.ts";
import { lenientRow, type Row, row } from "./row.ts";
import { archRows } from "./rows-arch.ts";
import { autogradRows } from "./rows-autograd.ts";
import { deviceRows } from "./rows-device.ts";
import { distributedRows } from "./rows-distributed.ts";
import { driverRows } from "./rows-driver.ts";
import { experimentalRows } from "./rows-experimental.ts";
import { irRows } from "./rows-ir.ts";
import { itertoolsRows } from "./rows-itertools.ts";
import { layoutRows } from "./rows-layout.ts";
import { modeRows } from "./rows-modes.ts";
import { numberRows } from "./rows-numbers.ts";
import { numpyRows } from "./rows-numpy.ts";
import { operandRows } from "./rows-operands.ts";
import { primitiveRows } from "./rows-primitives.ts";
import { pythonRows } from "./rows-python.ts";
import { runtimeRows } from "./rows-runtime.ts";
import { smemRows, storageRows } from "./rows-smem.ts";
import { standardRows, textMethod } from "./rows-standard.ts";
import { tensorRows } from "./rows-tensor.ts";
import { tensorMapRows } from "./rows-tensormap.ts";
import { testingRows } from "./rows-testing.ts";
import { tiledRows } from "./rows-tiled.ts";
import { tmaRows } from "./rows-tma.ts";
import { torchMethod, torchRows } from "./rows-torch.ts";
import { tupleRows } from "./rows-tuples.ts";
import { vectorRows } from "./rows-vector.ts";
import { someNumber } from "./run-numbers.ts";
import { none, tensorIn, text, textIn } from "./values.ts";

/** Methods bound to a value whose name says what they do. */
const methodRows: readonly Row[] = [
  lenientRow("torch.method.*", "*args", (b) => {
    const name = b.call.name.slice("torch.method.".length);
    return torchMethod(name, b, b.call.self ?? none) ?? unknown(`${name} of a torch tensor is not modelled`);
  }),
  lenientRow(
    "enum.*",
    "*args",
    (b) =>
      layoutMethod(b.call.name.slice("enum.".length), textIn(b.call.self) ?? "") ??
      unknown("a method of an enumeration"),
  ),
  lenientRow(
    "text.*",
    "*args",
    (b) =>
      textMethod(b.call.name.slice("text.".length), textIn(b.call.self) ?? "", b.rest) ??
      unknown("a text that is not known"),
  ),
  row("int.to", "type?", (b) => {
    const [self, type] = [b.call.self ?? none, b.optional("type")];
    if (type?.kind === "dtype") return convertTo(type, self) ?? someNumber(type, self);
    return isInt(self) ? asDynamic(self) : self;
  }),
  row("int.same", "", (b) => b.call.self ?? none),
  row("int.bit_length", "", (b) => {
    const self = b.call.self ?? none;
    return self.kind === "num"
      ? staticInt(Math.abs(self.value).toString(2).replace(/^0$/, "").length)
      : unknown("the bits of a symbol");
  }),
  row("pointer.toint", "", (b) => b.call.symbol("address", { fresh: true, width: 64 })),
  row("pointer.align", "min_align", (b) => {
    const self = b.call.self ?? none;
    const align = b.value("min_align");
    // What was added before says no more than that.
    return self.kind === "pointer" && align.kind === "num" ? { ...self, align: align.value, stepBits: 0 } : self;
  }),
  row("utils.LayoutEnum.from_tensor", "tensor", (b) => {
    const tensor = tensorIn(b.ctx, b.value("tensor"));
    const leading = tensor.layout.kind === "layout" ? leadingDim(tensor.layout.stride) : none;
    if (leading.kind !== "num") return unknown("no stride of the tensor is known to be 1");
    if (leading.value > 1)
      return b.ctx.stop({
        code: "leading-dimension",
        message: `the leading dimension is ${leading.value}, not 0 or 1`,
      });
    return text(leading.value === 1 ? "LayoutEnum.ROW_MAJOR" : "LayoutEnum.COL_MAJOR");
  }),
  row(
    "cutlass.dtype",
    "name",
    (b) => dtypeNamed(textIn(b.value("name")) ?? "") ?? unknown("an element type by a name that is not known"),
  ),
  row("cutlass.Constexpr", "value", (b) => b.value("value")),
];

export const rows: readonly Row[] = [
  ...pythonRows,
  ...standardRows,
  ...itertoolsRows,
  ...archRows,
  ...tracedArchRows,
  ...layoutRows,
  ...modeRows,
  ...tupleRows,
  ...tensorRows,
  ...vectorRows,
  ...smemRows,
  ...storageRows,
  ...operationRows,
  ...testingRows,
  ...tiledRows,
  ...operandRows,
  ...distributedRows,
  ...tmaRows,
  ...irRows,
  ...driverRows,
  ...experimentalRows,
  ...tensorMapRows,
  ...sm90Rows,
  ...sm100Rows,
  ...sm100EpilogueRows,
  ...blockscaledRows,
  ...sm120Rows,
  ...mixedInputRows,
  ...transformRows,
  ...runtimeRows,
  ...deviceRows,
  ...primitiveRows,
  ...torchRows,
  ...numpyRows,
  ...numberRows,
  ...autogradRows,
  ...methodRows,
];
