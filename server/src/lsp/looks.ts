// Of a file with more functions than one evaluation goes through, what comes into sight is evaluated by itself.
//
// Such facts stand beside those of the file where it has none; an edit ends them, and the next look makes them anew.
import { isBeyondOneEvaluation, itemsIn } from "../../../src-engine/explore/looked-at.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { ItemId, Place } from "../../../src-engine/program/ir.ts";
import type { Analysis, OpenDocument } from "./analysis.ts";
import { indexed } from "./indexed.ts";
import type { Surroundings } from "./surroundings.ts";

type Found = Pick<FileFacts, "facts" | "instances">;

interface Looked {
  readonly open: OpenDocument;
  /** Also those of which there was nothing to say. */
  readonly items: ReadonlySet<ItemId>;
  readonly found: Found;
}

export class Looks {
  readonly #looked = new Map<string, Looked>();

  constructor(
    private readonly around: Surroundings,
    private readonly opened: (path: string) => OpenDocument | undefined,
  ) {}

  /** What stands in a place of such a file and has no facts yet. */
  unseen({ facts, open }: Analysis, place: Place): readonly ItemId[] {
    if (!isBeyondOneEvaluation(facts.unit)) return [];
    const known = new Set(facts.facts.map(({ item }) => item));
    const looked = this.#of(open)?.items;
    const here = itemsIn(facts.unit, place).filter(({ kind }) => kind === "function" || kind === "class");
    return here.map(({ id }) => id).filter((id) => !known.has(id) && looked?.has(id) !== true);
  }

  /** The facts with those of a place, unless an edit comes in between. */
  async look(analysis: Analysis, place: Place): Promise<Analysis> {
    const { open } = analysis;
    const { path } = open.document;
    const unseen = this.unseen(analysis, place);
    if (unseen.length === 0) return analysis;
    const project = await this.around.project(path);
    const cancelled = () => this.opened(path) !== open;
    const found = await project.look(path, place, { ...this.around.options(path), cancelled });
    if (found === undefined || cancelled()) return analysis;
    const before = this.#of(open);
    const items = new Set([...(before?.items ?? []), ...unseen]);
    this.#looked.set(path, { open, items, found: before === undefined ? found : joined(before.found, found) });
    return this.with(analysis);
  }

  with(analysis: Analysis): Analysis {
    const looked = this.#of(analysis.open);
    if (looked === undefined) return analysis;
    const facts = { ...analysis.facts, ...joined(analysis.facts, looked.found) };
    const index = indexed(facts, analysis.map.texts, () => this.around.choices(analysis.open.uri));
    return { ...analysis, facts, index };
  }

  forget(path: string): void {
    this.#looked.delete(path);
  }

  #of(open: OpenDocument): Looked | undefined {
    const looked = this.#looked.get(open.document.path);
    return looked?.open === open ? looked : undefined;
  }
}

/** Those of items that have none yet. */
function joined(own: Found, more: Found): Found {
  const known = new Set(own.facts.map(({ item }) => item));
  const ids = new Set(own.instances.map(({ id }) => id));
  const added = more.facts.filter(({ item }) => !known.has(item));
  const instances = new Set(added.map(({ instance }) => instance));
  return {
    facts: [...own.facts, ...added],
    instances: [...own.instances, ...more.instances.filter(({ id }) => instances.has(id) && !ids.has(id))],
  };
}
