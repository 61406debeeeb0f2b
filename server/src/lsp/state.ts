// An open document as its analyses see it: its text, what is known of it, and who waits for more.
import type { FileFacts, Names } from "../../../src-engine/program/facts.ts";
import type { AnalyseOptions } from "../project/analyse.ts";
import type { Analysis, OpenDocument } from "./analysis.ts";
import type { Claim } from "./turns.ts";

export interface State {
  open: OpenDocument;
  /** When it was opened or edited last. */
  edited: number;
  /** Does anybody still ask for facts of this text, or are there some, of which the rest follows? */
  isWaitedFor: boolean;
  /** Counts edits and changes of settings. */
  edition: number;
  pending: Promise<Analysis | undefined> | undefined;
  /** The last facts of the same text, where `pending` may be the first of several. */
  whole?: Promise<Analysis | undefined>;
  /** The last facts of a text of this document. */
  settled?: Analysis;
  /** What the last hints that were asked for are about. */
  sight?: Names;
  /** What an evaluation that goes on knows of what is in sight, with the rest as it was before the edit. */
  ahead?: Analysis;
  /** The same with what holds only on an assumption. */
  deeper?: { readonly edition: number; readonly asked: Promise<Analysis | undefined> };
}

/** What somebody asks about a document. */
export const asked = ({ edited }: State): Claim => ({ isWaitedFor: true, edited });

/** Are these still the last facts of the document's text? */
export const isNewest = (state: State, facts: FileFacts): (() => boolean) => {
  const { edition } = state;
  return () => state.edition === edition && state.settled?.own === facts;
};

/** What somebody sees of the document, for who wants to know when all of that is known again. */
export const sightOf = (state: State, tell: (facts: FileFacts) => void): Pick<AnalyseOptions, "sight"> =>
  state.sight === undefined ? {} : { sight: { names: () => state.sight ?? new Map(), tell } };
