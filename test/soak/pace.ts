// Typing at the speed of the server's machine, however busy that is: a pause lasts until the server has had its time, or rests.
import { readdirSync, readFileSync } from "node:fs";
import { workOf } from "../fuzz/server.ts";

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Over when so many milliseconds have passed for the server: it has worked so long, or nothing is left to do. */
export async function pauseOf(milliseconds: number, pid: number | undefined): Promise<void> {
  const begun = workOf(pid);
  await wait(milliseconds);
  for (let rests = 0; rests < 3 && workOf(pid) - begun < milliseconds; rests = isAtWork(pid) ? 0 : rests + 1)
    await wait(5);
}

/** Does one of its threads run, or wait for a processor? */
function isAtWork(pid: number | undefined): boolean {
  try {
    const tasks = `/proc/${pid}/task`;
    return readdirSync(tasks).some((task) => readFileSync(`${tasks}/${task}/stat`, "utf8").includes(") R "));
  } catch {
    return false;
  }
}
