// Makes a failing story small: fewer edits, fewer lines, for as long as it still fails.
import type { Failure, Story } from "./story.ts";

export interface Shrunk {
  readonly story: Story;
  readonly failure: Failure;
}

export type Play = (story: Story) => Promise<Failure | undefined>;

/** Milliseconds: what takes long to fail is shown as it is. */
const mostTime = 180_000;

/** Gives up after so many plays: each evaluates every text twice. */
export async function shrink(play: Play, story: Story, failure: Failure, mostPlays = 200): Promise<Shrunk> {
  let best: Shrunk = { story: { ...story, edits: story.edits.slice(0, failure.after) }, failure };
  let plays = 0;
  const end = performance.now() + mostTime;
  const attempt = async (candidate: Story): Promise<boolean> => {
    if (plays++ >= mostPlays || performance.now() > end) return false;
    const found = await play(candidate);
    if (found === undefined) return false;
    best = { story: { ...candidate, edits: candidate.edits.slice(0, found.after) }, failure: found };
    return true;
  };
  await withoutEach(
    () => best.story.edits,
    (edits) => attempt({ ...best.story, edits }),
  );
  for (let i = 0; i < best.story.files.length; i++) {
    const lines = (): readonly string[] => best.story.files[i]!.text.join("\n").split("\n");
    if (best.story.files[i]!.text.length === 1)
      await withoutEach(lines, (left) => {
        const files = best.story.files.map((one, at) => (at === i ? { ...one, text: [left.join("\n")] } : one));
        return attempt({ ...best.story, files });
      });
  }
  return best;
}

/** Leaves out halves, quarters, … single ones of what is there. */
async function withoutEach<T>(
  parts: () => readonly T[],
  attempt: (left: readonly T[]) => Promise<boolean>,
): Promise<void> {
  for (let size = parts().length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < parts().length; ) {
      const all = parts();
      if (!(await attempt([...all.slice(0, at), ...all.slice(at + size)]))) at += size;
    }
  }
}
