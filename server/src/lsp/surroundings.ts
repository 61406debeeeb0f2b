// What the analyses of open documents need from the workspace and the client.
import type { Choices } from "../features/instance-choice.ts";
import type { AnalyseOptions, Project } from "../project/analyse.ts";
import type { Settings } from "../settings/schema.ts";
import type { Analysis, Silence } from "./analysis.ts";
import type { Attention } from "./attention.ts";

export interface Surroundings {
  project(path: string): Promise<Project>;
  settings(path: string): Settings;
  options(path: string): AnalyseOptions;
  /** The instances chosen in the document; the same object until that changes. */
  choices(uri: string): Choices;
  finished(analysis: Analysis | Silence): void;
  /** Tells meanwhile. */
  working<T>(uri: string, work: () => Promise<T>): Promise<T>;
  log(message: string): void;
  /** Does the client ask again when told that there is more? */
  readonly refreshes: boolean;
  /** What comes from the client while this thread computes, where that can be seen. */
  readonly attention?: Attention | undefined;
}
