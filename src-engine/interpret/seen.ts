// What an evaluation has come by so far, across all its instances: which items have some, and what it would have liked to know.

export interface Seen {
  /** Items with an instance, as `file|item`. */
  readonly items: Set<string>;
  /** Those that were started with nothing bound. */
  readonly generic: Set<string>;
  /** Items of the target that were left without an instance and got their turn. */
  readonly rest: Set<string>;
  /** Real instances that models of the library have led to: by the class, the keys of its arguments. */
  readonly stoodFor: Map<string, Set<string>>;
  /** What files that use the target have handed to its functions: a function's parameter, and a flag, size or type for it. */
  readonly handed: Set<string>;
  /** After how many steps outside the target the last of it came. */
  handedAt: number;
  /** What examples were used: `TypeA as in CollectiveMma`. */
  readonly examples: Set<string>;
  /** Has it met a parameter that an example could bind? */
  isUnbound: boolean;
  /** Has it met an element type that nobody says? */
  wantsElement: boolean;
  /** Has the program tested what the device that it runs on can do? */
  asksForDevice: boolean;
}

export const newSeen = (): Seen => ({
  items: new Set(),
  generic: new Set(),
  rest: new Set(),
  stoodFor: new Map(),
  handed: new Set(),
  handedAt: 0,
  examples: new Set(),
  isUnbound: false,
  wantsElement: false,
  asksForDevice: false,
});

export const copyOf = (seen: Seen): Seen => ({
  ...seen,
  items: new Set(seen.items),
  generic: new Set(seen.generic),
  rest: new Set(seen.rest),
  stoodFor: new Map([...seen.stoodFor].map(([item, keys]) => [item, new Set(keys)])),
  handed: new Set(seen.handed),
  examples: new Set(seen.examples),
});

/** Notes what another evaluation of the program has seen. */
export function addSeen(to: Seen, from: Seen): void {
  for (const one of from.items) to.items.add(one);
  for (const one of from.generic) to.generic.add(one);
  for (const one of from.rest) to.rest.add(one);
  for (const [item, keys] of from.stoodFor) to.stoodFor.set(item, new Set([...(to.stoodFor.get(item) ?? []), ...keys]));
  to.isUnbound ||= from.isUnbound;
  to.asksForDevice ||= from.asksForDevice;
}
