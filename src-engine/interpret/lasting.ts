// Keys that mean the same in every session, and those that hold numbers of one.

/** Before a number that means something in one session only. */
export const own = "\u0001";
const ownNumber = new RegExp(`${own}([a-z]*[?#@]?)(\\d+)`, "g");

/** Does a key mean the same in every session? */
export const isLasting = (key: string): boolean => !key.includes(own);

/** The key with the numbers that mean something in one session only by their order. */
export function renumbered(key: string): string {
  if (isLasting(key)) return key;
  const numbers = new Map<string, number>();
  return key.replace(ownNumber, (_, kind: string, number: string) => {
    const nth = numbers.get(number) ?? numbers.size;
    numbers.set(number, nth);
    return `${own}${kind}${nth}`;
  });
}
