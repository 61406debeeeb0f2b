// What is worked out once, when it is first asked for.

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** `make` with its answers remembered for as long as what they are of. */
export function remembered<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    let found = known.get(of);
    if (found === undefined) {
      found = { value: make(of) };
      known.set(of, found);
    }
    return found.value;
  };
}
