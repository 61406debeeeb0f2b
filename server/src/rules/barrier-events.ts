// What a function does with barriers, TMA copies and fences, in the order of the source, with the conditions and loops around each.
//
// The code alone is read here; what its expressions are worth, the rules ask the facts of each instance.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Arg, Block, Expr, FunctionCore, FunctionItem, Stmt } from "../../../src-engine/program/ir.ts";
import type { BarrierCalls, BarrierOperation } from "../languages/barrier-calls.ts";
import { givenToStruct } from "../languages/tma-calls.ts";
import { blockAround, testsBehind } from "./around-place.ts";
import {
  closureOf,
  closuresByName,
  declaredBy,
  givenTo,
  lambdasGiven,
  mayFenceInAssembly,
  restore,
} from "./barrier-closures.ts";
import { type Around, type BarrierEvent, type BarrierEvents, type Handed, nameOf, type Test } from "./barrier-event.ts";
import { loopWords } from "./barrier-loops.ts";
import {
  type Aliases,
  aliasesIn,
  type BarrierName,
  barrierName,
  behind,
  dotted,
  givenIn,
  type Naming,
  namesGiven,
  pathsIn,
} from "./barrier-names.ts";
import { assembled, wrapped } from "./barrier-wrapped.ts";
import { noWrappers, type Wrappers } from "./barrier-wrappers.ts";
import { ownParts, partsOf } from "./expression-parts.ts";

export { type Around, type BarrierEvent, type BarrierEvents, type Handed, nameOf, type Test } from "./barrier-event.ts";

type Call = Extract<Expr, { kind: "call" }>;

export function barrierEvents(
  fn: FunctionItem,
  calls: BarrierCalls,
  text: (of: Expr) => string,
  wrappers: Wrappers = noWrappers,
): BarrierEvents {
  const body = fn.body ?? [];
  const naming = { calls, text, addresses: wrappers.addresses };
  const walk = new Walk(naming, aliasesIn(body, naming), closuresByName(body), wrappers, fn.isKernel);
  walk.block(body, { id: 0, via: "body", tests: [] });
  const { events, mentioned: mentionedHere } = walk;
  const handed = events.flatMap((event) => (event.handed ?? []).map(({ place }) => place.root));
  return { events, mentioned: new Set([...mentionedHere, ...handed]), mentionedHere, calls };
}

const copies = new Set(["copy", "copy_if", "prefetch"]);

/** Closures that call each other twice over would be walked without end. */
const mostWalks = 200;

class Walk {
  readonly events: BarrierEvent[] = [];
  readonly mentioned = new Set<string>();
  private blocks = 0;
  private readonly naming: Naming;
  /** What each name stands for here. */
  private readonly now: Map<string, BarrierName>;
  /** What each name calls here. */
  private readonly closures = new Map<string, FunctionCore>();
  /** What the parameters of the closures that are being walked are given, as text. */
  private readonly given = new Map<string, string>();
  /** Functions that the parameters of the closures that are being walked are given. */
  private readonly passed = new Map<string, FunctionCore>();
  private readonly walked: FunctionCore[] = [];
  private walks = 0;
  /** The outermost call of a closure. */
  private outermost: Call | undefined;

  constructor(
    naming: Omit<Naming, "aliases">,
    private readonly aliases: Aliases,
    private readonly declaredClosures: ReadonlyMap<string, readonly FunctionCore[]>,
    private readonly wrappers: Wrappers,
    private readonly isKernel: boolean,
  ) {
    for (const [name, [only, ...others]] of declaredClosures)
      if (only !== undefined && others.length === 0) this.closures.set(name, only);
    this.now = new Map(aliases.always);
    const text = (of: Expr): string => (of.kind === "name" && this.given.get(of.path.join("::"))) || naming.text(of);
    this.naming = { ...naming, text, aliases: this.now };
  }

  private push(event: Omit<BarrierEvent, "at" | "order">): void {
    this.events.push({ ...event, at: this.outermost?.span ?? event.call.span, order: this.events.length });
  }

  block(block: Block, around: Around): void {
    // What a name stood for before may be another round's, and behind the block it hangs on whether the block was passed.
    const { inTurn } = this.aliases;
    const given = inTurn.size === 0 ? [] : namesGiven(block).filter((name) => inTurn.has(name));
    const forget = (): void => given.forEach((name) => void this.now.delete(name));
    if (around.via === "loop") forget();
    const closures = new Map(this.closures);
    this.statements(block, around);
    restore(this.closures, closures);
    if (around.outer !== undefined) forget();
  }

  private statements(block: Block, around: Around): void {
    let { tests } = around;
    for (const stmt of block) {
      this.statement(stmt, around, tests);
      tests = testsBehind(stmt, tests);
    }
  }

  private statement(stmt: Stmt, around: Around, tests: readonly Test[]): void {
    const [called, code] = declaredBy(stmt) ?? [];
    if (called !== undefined && code !== undefined && this.declaredClosures.get(called)?.includes(code))
      this.closures.set(called, code);
    if (stmt.kind === "item") return this.declared(stmt.item.kind === "function" ? stmt.item : undefined, stmt.item);
    // What assembly in a closure does may be a fence; that of the function itself is seen by its place.
    if (mayFenceInAssembly(stmt) && this.outermost !== undefined)
      this.push({ kind: "fence", call: this.outermost, barrier: undefined, further: false, around, tests });
    if (this.assembly(stmt, around, tests)) return;
    const [name, value] = givenIn(stmt) ?? [];
    const isAlias = name !== undefined && (this.aliases.always.has(name) || this.aliases.inTurn.has(name));
    const isCut = name !== undefined && this.aliases.cut.has(name);
    this.expressions(isAlias || isCut ? this.acquired(value) : ownParts(stmt), around, tests);
    const place = isAlias && value !== undefined ? barrierName(value, this.naming) : undefined;
    if (name !== undefined && place !== undefined) this.now.set(name, place);
    blocksOf(stmt).forEach((block, index) => {
      this.block(block, this.inside(stmt, index, around, tests));
    });
  }

  /** The operation whose handle gets a name: `handle = producer.acquire()`. */
  private acquired(given: Expr | undefined): readonly Expr[] {
    return given?.kind === "call" && this.naming.calls.handleOf.test(nameOf(given)) ? [given] : [];
  }

  private inside(stmt: Stmt, index: number, outer: Around, tests: readonly Test[]): Around {
    const one = blockAround(stmt, index, outer, tests, ++this.blocks);
    if (stmt.kind === "c-for" || stmt.kind === "while") return { ...one, head: loopWords(stmt, this.given) };
    return stmt.kind === "with" && this.isElected(stmt) ? { ...one, via: "elected" } : one;
  }

  private isElected(stmt: Extract<Stmt, { kind: "with" }>): boolean {
    return stmt.items.some(({ value }) => value.kind === "call" && this.naming.calls.elects.test(nameOf(value)));
  }

  /** A function inside the function may be called anywhere: what it mentions is out of sight, unless its calls are seen. */
  private declared(code: FunctionCore | undefined, whole: unknown): void {
    if (![...this.declaredClosures.values()].some((all) => all.some((one) => one === code))) this.mention(whole);
  }

  /** What a closure does, where it is called. */
  private closure(call: Call, code: FunctionCore, outer: Around, tests: readonly Test[]): boolean {
    const given = givenTo(call, code);
    if (given === undefined || this.walked.includes(code) || this.walks >= mostWalks) return false;
    this.walks++;
    const [now, texts, passed, outermost] = [
      new Map(this.now),
      new Map(this.given),
      new Map(this.passed),
      this.outermost,
    ];
    const lambdas = lambdasGiven(call, code);
    for (const [name, value] of given) {
      const lambda = lambdas.get(name);
      if (lambda === undefined) this.passed.delete(name);
      else this.passed.set(name, lambda);
      const place = value === undefined ? undefined : barrierName(value, this.naming);
      const text = value === undefined ? undefined : this.naming.text(value);
      if (place === undefined) this.now.delete(name);
      else this.now.set(name, place);
      if (text !== undefined) this.given.set(name, text);
    }
    this.outermost ??= call;
    this.walked.push(code);
    this.block(code.body ?? [], { id: ++this.blocks, outer, via: "closure", tests });
    this.walked.pop();
    this.outermost = outermost;
    restore(this.now, now);
    restore(this.given, texts);
    restore(this.passed, passed);
    return true;
  }

  private expressions(exprs: readonly Expr[], around: Around, tests: readonly Test[]): void {
    for (const expr of exprs) this.expression(expr, around, tests);
  }

  private expression(expr: Expr, around: Around, tests: readonly Test[]): void {
    if (expr.kind === "lambda") return this.declared(expr.function, expr.function);
    if (expr.kind === "call") return this.call(expr, around, tests);
    // Which stage it is says nothing of the barrier.
    if (expr.kind === "member" && this.naming.calls.stageOf.test(expr.name)) return;
    const path = dotted(expr, this.naming);
    if (path !== undefined) return void this.mentioned.add(path);
    this.expressions(partsOf(expr), around, tests);
  }

  private call(call: Call, around: Around, tests: readonly Test[]): void {
    const { calls } = this.naming;
    const name = nameOf(call);
    const event = { call, around, tests, barrier: undefined, further: false };
    const operation = calls.operations.get(name);
    const code = closureOf(call, this.closures) ?? (call.callee.kind === "name" ? this.passed.get(name) : undefined);
    if (code !== undefined && this.closure(call, code, around, tests)) return this.besides(call, code, around, tests);
    if (code !== undefined) this.mention(code);
    if (copies.has(name) || calls.copies.has(name)) return this.copy(call, around, tests);
    if (calls.makesData.test(name)) return this.data(call, around, tests);
    if (calls.fence.test(name)) {
      this.push({ ...event, kind: "fence" });
      return;
    }
    const isDone =
      operation === undefined ? this.wrapper(call, around, tests) : this.operation(call, operation, around, tests);
    if (!isDone) {
      const handed = call.args.flatMap((argument) => this.handed(argument));
      this.push({ ...event, kind: "call", handed });
      const others = call.args.filter((one) => !handed.some(({ argument }) => argument === one));
      this.expressions([call.callee, ...others.map(({ value }) => value)], around, tests);
    }
  }

  /** Arguments of a closure that it has no name for: no places, and no lambdas that it calls. */
  private besides(call: Call, code: FunctionCore, around: Around, tests: readonly Test[]): void {
    const lambdas = new Set(lambdasGiven(call, code).values());
    const others = values(call).filter(
      (value) =>
        barrierName(value, this.naming) === undefined && !(value.kind === "lambda" && lambdas.has(value.function)),
    );
    this.expressions(others, around, tests);
  }

  /** What is taken for data there overlaps the whole place, and no field of it. */
  private data(call: Call, around: Around, tests: readonly Test[]): void {
    for (const value of values(call)) {
      const place = barrierName(value, this.naming);
      if (place === undefined) this.expression(value, around, tests);
      else this.mentioned.add(`${place.root}.<data>`);
    }
  }

  private handed(argument: Arg): readonly Handed[] {
    const { value } = argument;
    const place = places.has(value.kind) ? barrierName(value, this.naming) : behind(value, this.naming);
    return place === undefined ? [] : [{ argument, place }];
  }

  /** Writes the operation down where it is one of a barrier that has a name. */
  private operation(call: Call, kind: BarrierOperation, around: Around, tests: readonly Test[]): boolean {
    const { callee } = call;
    const isMethod = callee.kind === "member" && this.naming.calls.methods.test(nameOf(call));
    const [object, ...rest] = [...(isMethod ? [callee.object] : []), ...operands(call, this.naming.calls)];
    const barrier = object && barrierName(object, this.naming);
    if (barrier === undefined) return false;
    const hasAmount = kind === "init" || kind === "expect" || kind === "arrive-expect";
    const [state] = this.naming.calls.ofStage.test(nameOf(call)) ? rest : [];
    const [amount, ...behind] = !hasAmount ? [undefined, ...rest] : state === undefined ? rest : rest.slice(1);
    if (hasAmount && amount === undefined) return false;
    const named = state === undefined ? barrier : { ...barrier, stage: this.naming.text(state) };
    this.push({ kind, call, barrier: named, amount, further: behind.length > 0, around, tests });
    this.expressions(rest, around, tests);
    return true;
  }

  /** A function of the project around one instruction. */
  private wrapper(call: Call, around: Around, tests: readonly Test[]): boolean {
    const found = wrapped(call, this.wrappers, this.naming);
    if (found !== undefined) this.push({ ...found.event, around, tests });
    this.expressions(found?.others ?? [], around, tests);
    return found !== undefined;
  }

  /** Instructions that stand in the kernel itself, where each of their barriers has a name. */
  private assembly(stmt: Stmt, around: Around, tests: readonly Test[]): boolean {
    const found = this.isKernel && this.outermost === undefined ? assembled(stmt, this.naming) : undefined;
    for (const event of found?.events ?? []) this.push({ ...event, around, tests });
    this.expressions(found?.others ?? [], around, tests);
    return found !== undefined;
  }

  /** `copy(tma.with(bar, mask), src, dst)`, `cute.copy(atom, src, dst, tma_bar_ptr=bar)`, of a bulk copy `mbar_ptr=bar`. */
  private copy(call: Call, around: Around, tests: readonly Test[]): void {
    const [atom] = values(call);
    const bound = atom?.kind === "call" && nameOf(atom) === "with" ? atom : undefined;
    const at = this.naming.calls.copies.get(nameOf(call));
    // `.with(descriptor, bar, mask)` brings a descriptor of its own.
    const { barrier: first, ...told } = givenToStruct(call);
    const given =
      first ??
      bound?.args.slice(0, 2).find(({ value }) => barrierName(value, this.naming) !== undefined)?.value ??
      bound?.args[0]?.value ??
      call.args.find(({ name }, i) => i === at || this.naming.calls.copyBarrier.test(name ?? ""))?.value;
    const barrier = given === undefined ? undefined : barrierName(given, this.naming);
    this.push({ kind: "copy", call, barrier, further: false, around, tests, ...told });
    const others = [...call.args.slice(bound === undefined ? 0 : 1), ...(bound?.args ?? [])].map(({ value }) => value);
    const left = others.filter(({ span }) => (bound ?? barrier) === undefined || span.start !== given?.span.start);
    this.expressions(left, around, tests);
  }

  private mention(code: unknown): void {
    for (const path of pathsIn(code, this.naming)) this.mentioned.add(path);
  }
}

const places: ReadonlySet<string> = new Set(["name", "member", "unary", "index"]);
const values = (call: Call): readonly Expr[] => call.args.map(({ value }) => value);

/** `arrive_count=1` says what is so without it. */
const operands = ({ args }: Call, { besideCount }: BarrierCalls): readonly Expr[] =>
  args.flatMap(({ name = "", value }) =>
    besideCount.test(name) || (name === "arrive_count" && value.kind === "int" && value.value === 1) ? [] : [value],
  );

/** The last part of the callee's name. */
