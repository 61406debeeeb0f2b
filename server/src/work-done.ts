// The clock of what has its time: what a busy machine shows is what an idle one does.

/** Milliseconds that this process has computed. */
export function workDone(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
