// Where a name of the file is declared, and where it is used: for editors in which no other server says so.
//
// By the names of the IR, so that comments and strings do not count: the last declaration before the place in its function, else
// one of the class around it or of the file, else a function or class. A member, `a.b`, is left to servers that know its type.
import type { Expr, Item, ItemId, Place } from "../../../src-engine/program/ir.ts";
import { eachNode } from "../../../src-engine/program/nodes.ts";
import { absolute, covers, type FactIndex, samePlace, type Where } from "../facts/fact-index.ts";
import { remembered } from "../facts/remembered.ts";

/** A name as it stands somewhere; `declares` where that is its declaration. */
interface Mention {
  readonly name: string;
  readonly item: ItemId;
  readonly place: Place;
  readonly role: "declares" | "uses";
  /** Where a declaration begins to count: `a = f(a)` asks for the one before. */
  readonly from: number;
}

/** The declaration of the name at a place; undefined where there is none in the file. */
export function definition(index: FactIndex, where: Where): Place | undefined {
  const here = mentionAt(index, where);
  return here === undefined ? undefined : declarationOf(index, here)?.place;
}

/** Every place with the same declaration, in the order of the text, with the declaration among them. */
export function references(index: FactIndex, where: Where): readonly Place[] {
  const here = mentionAt(index, where);
  const target = here === undefined ? undefined : declarationOf(index, here);
  if (here === undefined || target === undefined) return [];
  const same = mentions(index).filter(
    (one) => one.name === here.name && samePlace(declarationOf(index, one)?.place ?? one.place, target.place),
  );
  const places = same.map(({ place }) => place);
  return places.filter((place, i) => i === 0 || !samePlace(place, places[i - 1]!));
}

const mentionAt = (index: FactIndex, where: Where): Mention | undefined =>
  mentions(index).find(({ place }) => covers(place, where));

function declarationOf(index: FactIndex, { name, item, place }: Mention): Mention | undefined {
  const declared = mentions(index).filter((one) => one.role === "declares" && one.name === name);
  const own = declared.filter((one) => one.item === item && (one.from <= place.start || samePlace(one.place, place)));
  if (own.length > 0) return own.at(-1);
  const classes = around(index.facts.unit.items, item);
  const outer = declared.filter((one) => classes.has(one.item) || isOfFile(index, one.item));
  return outer.find((one) => classes.has(one.item)) ?? outer[0];
}

/** The classes around an item and their fields and methods. */
function around(items: readonly Item[], id: ItemId): ReadonlySet<ItemId> {
  const holds = (item: Item): boolean =>
    item.id === id || (item.kind === "class" && item.members.some((member) => holds(member)));
  const found = new Set<ItemId>();
  for (let level = items; ; ) {
    const next = level.find((item) => item.kind === "class" && item.id !== id && holds(item));
    if (next?.kind !== "class") return found;
    found.add(next.id);
    for (const member of next.members) if (member.kind !== "function") found.add(member.id);
    level = next.members;
  }
}

/** A statement, function or class at the top of the file; a function's own name counts, what is in it does not. */
const isOfFile = ({ facts }: FactIndex, id: ItemId): boolean =>
  facts.unit.items.some((item) => item.id === id && item.kind !== "function") || id.startsWith(nameOnly);

const nameOnly = "name of ";

/** All of them, by place. */
const mentions = remembered((index: FactIndex): readonly Mention[] => {
  const found = [...declaredValues(index), ...index.facts.unit.items.flatMap((item) => inItem(index, item))];
  const rank = ({ role }: Mention): number => (role === "declares" ? 0 : 1);
  return found.sort(
    (a, b) => a.place.fragment - b.place.fragment || a.place.start - b.place.start || rank(a) - rank(b),
  );
});

const declaredValues = (index: FactIndex): readonly Mention[] =>
  index.variables
    .filter(({ fact }) => /^[A-Za-z_]\w*$/.test(fact.name))
    .map(({ fact, place }) => {
      const source = fact.source === undefined ? undefined : absolute(index.facts, fact.item, fact.source);
      return { name: fact.name, item: fact.item, place, role: "declares", from: source?.end ?? place.start };
    });

function inItem(index: FactIndex, item: Item): readonly Mention[] {
  const named = absolute(index.facts, item.id, item.nameSpan);
  const own: readonly Mention[] =
    named === undefined || (item.kind !== "function" && item.kind !== "class")
      ? []
      : [{ name: item.name, item: nameOnly + item.id, place: named, role: "declares", from: named.start }];
  if (item.kind === "class") return [...own, ...item.members.flatMap((member) => inItem(index, member))];
  return [...own, ...usedIn(index, item)];
}

function usedIn(index: FactIndex, item: Item): readonly Mention[] {
  const found: Mention[] = [];
  eachNode(item, (node) => {
    if (!isName(node)) return;
    const name = node.path.at(-1) ?? "";
    const whole = absolute(index.facts, item.id, node.span);
    if (whole === undefined) return;
    const place = { ...whole, start: whole.end - name.length };
    if (index.texts[place.fragment]?.slice(place.start, place.end) !== name) return;
    found.push({ name, item: item.id, place, role: "uses", from: place.start });
  });
  return found;
}

const isName = (node: object): node is Extract<Expr, { kind: "name" }> =>
  "kind" in node && node.kind === "name" && "path" in node && Array.isArray(node.path);
