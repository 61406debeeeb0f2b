// One walk over whatever the IR holds: every object below a node, once each, in no order that anybody may count on.

export function eachNode(root: object, visit: (node: object) => void): void {
  const stack: object[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (Array.isArray(node)) {
      for (const one of node) if (typeof one === "object" && one !== null) stack.push(one);
      continue;
    }
    visit(node);
    for (const key in node) {
      // The border to plain data: every node is a record.
      const part = (node as Record<string, unknown>)[key];
      if (key !== "span" && key !== "nameSpan" && typeof part === "object" && part !== null) stack.push(part);
    }
  }
}
