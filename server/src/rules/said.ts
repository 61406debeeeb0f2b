// What rules said of an instance, for the next version of the file: an edit leaves most instances as they are.
//
// A rule about an instance reads its facts, the source text of its item and the architecture; costs read the block that it is
// started with. Where all of these are as they were, so is what it says. Facts that an edit leaves standing are the same objects.
import type { Fact, Instance } from "../../../src-engine/program/facts.ts";
import { isSameData, isSameList } from "../../../src-engine/program/same-data.ts";
import type { Block } from "../costs/block.ts";
import type { Arch } from "../settings/schema.ts";
import type { Finding, Rule } from "./rule.ts";

export type Said = Map<Rule, readonly Finding[]>;

interface Ground {
  readonly instance: Instance;
  readonly facts: readonly Fact[];
  /** Of the instance's item, of a class without its functions. */
  readonly text: string;
  readonly arch: Arch;
  readonly block: Block | undefined;
}

const known = new WeakMap<Fact, { readonly ground: Ground; readonly said: Said }>();

/** What rules said on the very same ground; empty where it differs, to be filled. */
export function saidBefore(ground: Ground): Said {
  const [first] = ground.facts;
  const before = first === undefined ? undefined : known.get(first);
  if (before !== undefined && isSameGround(before.ground, ground)) return before.said;
  const said: Said = new Map();
  if (first !== undefined) known.set(first, { ground, said });
  return said;
}

const isSameGround = (before: Ground, now: Ground): boolean =>
  before.arch === now.arch &&
  before.text === now.text &&
  isSameList(before.facts, now.facts) &&
  isSameData(before.block, now.block) &&
  isSameData(before.instance, now.instance);
