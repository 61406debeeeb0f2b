// What is found in a text, as a copy: a piece that is cut from a text keeps all of it in memory.

/** Of plain data. */
export const apart = <T>(found: T): T => structuredClone(found);

/** The same of one piece, quickly: what is joined to another text is written anew before it is cut. */
export const textApart = (piece: string): string => ` ${piece}`.slice(1);
