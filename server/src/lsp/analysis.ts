// An open document with what is known about it: what the server's answers are made of.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { DocumentMap } from "../convert/document-map.ts";
import type { FactIndex } from "../facts/fact-index.ts";
import type { Document } from "../project/analyse.ts";
import type { Problem } from "../rules/problem.ts";
import type { Settings } from "../settings/schema.ts";

export interface OpenDocument {
  readonly uri: string;
  readonly document: Document;
  /** One URI a fragment. */
  readonly uris: readonly string[];
}

/** A document with what is known about it. */
export interface Analysis {
  readonly open: OpenDocument;
  readonly map: DocumentMap;
  readonly facts: FileFacts;
  /** Those of the evaluation itself, without what a look at a place has added. */
  readonly own: FileFacts;
  /** Arranged at the first question. */
  readonly index: () => FactIndex;
  /** Found in steps, once, when somebody asks; undefined where newer facts have come before. */
  readonly problems: () => Promise<readonly Problem[] | undefined>;
  readonly settings: Settings;
  /** Early: more facts follow, and the problems. */
  readonly stage: "early" | "whole";
}

/** A document without CuTe, or with evaluation switched off. */
export interface Silence {
  readonly open: OpenDocument;
  readonly settings: Settings;
  readonly silent: true;
}
