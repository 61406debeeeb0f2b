// One server for many stories; a new one after a failure. At the end it says how long answers took, and what memory is left in use.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type Latency, percentiles, type Server, startServer } from "./server.ts";
import type { Failure, Story } from "./story.ts";
import { talk } from "./talk.ts";

export interface Talks {
  play(story: Story): Promise<Failure | undefined>;
  stop(): Promise<void>;
}

export function newTalks(script: string, root: string, say: (line: string) => void = console.log): Talks {
  let running: Promise<Server> | undefined;
  const latencies: Latency[] = [];
  const end = async (): Promise<void> => {
    const server = await running;
    running = undefined;
    if (server === undefined) return;
    latencies.push(...server.latencies);
    await server.stop();
  };
  return {
    play: async (story) => {
      running ??= startServer(script, pathToFileURL(root).href);
      const failure = await talk(await running, story);
      if (failure !== undefined) await end();
      return failure;
    },
    stop: async () => {
      const memory = megabytes((await running)?.process.pid);
      await end();
      say(`${percentiles(latencies)} answers${memory === undefined ? "" : `, ${memory} MB in use at the end`}`);
      for (const method of [...new Set(latencies.map((one) => one.method))].sort())
        say(`  ${method.padEnd(34)} ${percentiles(latencies.filter((one) => one.method === method))}`);
    },
  };
}

/** Of a process, where the system tells. */
export function megabytes(pid: number | undefined): number | undefined {
  try {
    const found = /VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return found === undefined ? undefined : Math.round(Number(found) / 1024);
  } catch {
    return undefined;
  }
}
