// Which folder imports which, as mermaid graphs for docs/architecture.md: arrows by value, dotted where only types are imported.
//
// One graph for the engine, one for the rest, in which the engine is one room. Files beside the folders are left out.

import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

const importing = /^(?:import|export)\s+(type\s+)?[^;]*?from "(\.[^"]+)"/gm;
const [begin, end] = ["<!-- imports -->", "<!-- /imports -->"];

/** The text of a page with the graphs between its two marks; `root` is the checkout. */
export function withImportGraph(page, root) {
  const start = page.indexOf(begin);
  const stop = page.indexOf(end);
  if (start < 0 || stop < start) throw new Error(`no ${begin} … ${end}`);
  const inEngine = graph(root, ["src-engine"], (file) => roomIn(file, "src-engine"));
  const outside = graph(root, ["server/src", "client"], (file) =>
    file.startsWith("src-engine/") ? "src-engine" : (roomIn(file, "server/src") ?? roomIn(file, "client")),
  );
  return `${page.slice(0, start + begin.length)}\n${inEngine}\n\n${outside}\n${page.slice(stop)}`;
}

function graph(root, trees, roomOf) {
  const arrows = new Map();
  for (const file of trees.flatMap((tree) => sources(root, tree))) {
    const from = roomOf(file);
    for (const [, isType, path] of readFileSync(join(root, file), "utf8").matchAll(importing)) {
      const to = roomOf(posix.join(posix.dirname(file), path));
      if (from === undefined || to === undefined || from === to) continue;
      const of = arrows.get(from) ?? new Map();
      arrows.set(from, of.set(to, of.get(to) === "-->" || isType === undefined ? "-->" : "-.->"));
    }
  }
  const lines = [...arrows].flatMap(([from, of]) =>
    [...of]
      .filter(([to, arrow]) => !isImplied(arrows, from, to, arrow))
      .map(([to, arrow]) => `  ${from} ${arrow} ${to}`),
  );
  return ["```mermaid", "flowchart TD", ...lines.sort(), "```"].join("\n");
}

/** Does a way by value over another room lead there too? Then the arrow says nothing new. */
function isImplied(arrows, from, to, arrow) {
  const next = (room, kinds) =>
    [...(arrows.get(room) ?? [])].filter(([, kind]) => kinds.includes(kind)).map(([one]) => one);
  const kinds = arrow === "-->" ? ["-->"] : ["-->", "-.->"];
  const seen = new Set([from]);
  const queue = next(from, kinds).filter((one) => one !== to);
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    queue.push(...next(at, kinds));
  }
  return false;
}

/** A folder of the tree; each language, and each of its stages, is one by itself. */
function roomIn(file, tree) {
  const parts = file.startsWith(`${tree}/`)
    ? file
        .slice(tree.length + 1)
        .split("/")
        .slice(0, -1)
    : [];
  if (parts[0] === "languages") return parts.slice(0, 3).join("/");
  return parts[0];
}

const sources = (root, tree) =>
  readdirSync(join(root, tree), { recursive: true, encoding: "utf8" })
    .map((file) => posix.join(tree, file.split("\\").join("/")))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))
    .sort();
