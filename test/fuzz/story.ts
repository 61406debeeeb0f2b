// A story: some open files and what is done to them. The law: after each edit the facts are those of a fresh project on the same texts.

import type { Host } from "../../server/src/host.ts";
import { languageOf } from "../../server/src/languages/parse/language.ts";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import type { Project } from "../../server/src/project/analyse.ts";
import { createProject } from "../../server/src/project/create.ts";
import { type Edit, edited, type Text } from "./edits.ts";
import { shown } from "./shown.ts";

export interface Story {
  readonly files: readonly StoryFile[];
  readonly edits: readonly Edit[];
}

export interface StoryFile {
  readonly path: string;
  readonly text: Text;
}

/** Where the files of a story find others. */
export interface World {
  readonly host: Host;
  readonly roots: readonly string[];
}

export interface Failure {
  /** After so many edits. */
  readonly after: number;
  readonly path: string;
  readonly what: string;
}

/** What breaks the law first; undefined where the story keeps it. */
export async function play(world: World, story: Story): Promise<Failure | undefined> {
  const project = await newProject(world);
  const histories = story.files.map(({ text }) => [text]);
  const others = story.files.flatMap(({ text }) => text);
  const now = (): readonly StoryFile[] => story.files.map(({ path }, i) => ({ path, text: histories[i]!.at(-1)! }));
  try {
    for (const one of now()) open(project, one);
    for (const { path } of story.files) await project.analyse(path);
    for (const [i, edit] of story.edits.entries()) {
      const history = histories[edit.file]!;
      history.push(edited(history, edit, others));
      const { path } = story.files[edit.file]!;
      const failure = await compare(world, project, now(), path, edit.givenUpAfter);
      if (failure !== undefined) return { after: i + 1, path, what: failure };
    }
    return undefined;
  } finally {
    project.dispose();
  }
}

const newProject = ({ host, roots }: World): Promise<Project> =>
  createProject({ host, roots: [...roots] }, nodeWasmFiles());

function open(project: Project, { path, text }: StoryFile, version = 1): void {
  const language = languageOf(path);
  if (language !== undefined) project.setDocument(path, { path, language, version, fragments: text });
}

async function compare(
  world: World,
  project: Project,
  files: readonly StoryFile[],
  path: string,
  givenUpAfter: number | undefined,
): Promise<string | undefined> {
  const file = files.find((one) => one.path === path)!;
  try {
    open(project, file);
    if (givenUpAfter !== undefined) {
      let asked = 0;
      await project.analyse(path, { cancelled: () => ++asked > givenUpAfter });
    }
    const ours = await linesOf(project, file);
    const fresh = await newProject(world);
    for (const one of files) open(fresh, one);
    const theirs = await linesOf(fresh, file);
    fresh.dispose();
    return difference(ours, theirs);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

async function linesOf(project: Project, { path, text }: StoryFile): Promise<readonly string[]> {
  const facts = await project.analyse(path);
  return facts === undefined ? ["no facts"] : shown(facts, text);
}

function difference(ours: readonly string[], fresh: readonly string[]): string | undefined {
  const at = fresh.findIndex((line, i) => line !== ours[i]);
  if (at < 0 && ours.length === fresh.length) return undefined;
  const line = at < 0 ? fresh.length : at;
  return `after the edits: ${ours[line] ?? "(nothing)"}\nfrom fresh:      ${fresh[line] ?? "(nothing)"}`;
}
