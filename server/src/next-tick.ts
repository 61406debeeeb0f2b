// The next turn of the event loop: edits and cancellations that have come meanwhile are seen first.
//
// A timer of no time waits a millisecond in Node and four in a browser that has set some before; here nothing waits.

type Run = () => void;

const soon: (run: Run) => void = (globalThis as { setImmediate?: (run: Run) => void }).setImmediate ?? overChannel();

export const nextTick = (): Promise<void> => new Promise((resolve) => soon(resolve));

function overChannel(): (run: Run) => void {
  const { port1, port2 } = new MessageChannel();
  const waiting: Run[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (run) => {
    waiting.push(run);
    port2.postMessage(undefined);
  };
}
