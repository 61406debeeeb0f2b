// The body of a function that is lowered when somebody asks for it: of the functions of a file that others import most never are.
import type { Block, FunctionItem } from "./ir.ts";

const waiting = new WeakSet<FunctionItem>();

/** The function with a body that is read once, when it is asked for. */
export function withLaterBody(head: Omit<FunctionItem, "body">, read: () => Block): FunctionItem {
  let body: Block | (() => Block) = read;
  const item: FunctionItem = {
    ...head,
    get body() {
      if (typeof body === "function") {
        body = body();
        waiting.delete(item);
      }
      return body;
    },
  };
  waiting.add(item);
  return item;
}

/** Has nobody asked for its body yet? */
export const isLater = (item: FunctionItem): boolean => waiting.has(item);
