// How the examples of an evaluation are told: tiles and sizes first, since values rest on them, then ranks, types and strides, each
// once for all tensors that share it: `cta_tiler = (128,128,64), Q/K/V.element_type = Float16, Q/K.stride[2] = 1`.

/** Of entries such as `Q.element_type = Float16, Q.stride[2] = 1` and `head_dim = 64`. */
export function exampleText(used: readonly string[]): readonly string[] {
  const single = [...new Set(used.flatMap((one) => one.split(", ")))];
  const shared = new Map<string, string[]>();
  const plain = single.filter((one) => {
    const found = /^(\w+)(\.(?:rank|element_type|stride\[\d+\]) = .*)$/.exec(one);
    if (found === null) return true;
    const [, tensor = "", rest = ""] = found;
    shared.set(rest, [...(shared.get(rest) ?? []), tensor]);
    return false;
  });
  const together = [...shared].map(([rest, tensors]) => `${shortened(tensors).join("/")}${rest}`);
  const isStride = (one: string): boolean => one.includes(".stride[");
  const sorted = [
    ...plain.filter((one) => /= \(/.test(one)),
    ...plain.filter((one) => /= -?\d/.test(one)),
    ...plain.filter((one) => !/= (\(|-?\d)/.test(one)),
  ];
  return [
    ...shortened(sorted),
    ...together.filter((one) => one.includes(".rank = ")),
    ...together.filter((one) => one.includes(".element_type = ")),
    ...together.filter(isStride),
  ];
}

/** A list that is not told to its end says so. What is assumed of tensors, each kind once, is always told. */
const shortened = (all: readonly string[]): readonly string[] => (all.length > 6 ? [...all.slice(0, 6), "…"] : all);
