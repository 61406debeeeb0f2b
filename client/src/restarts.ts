// A server that ends by itself is started again; one that keeps ending is left alone, with the way to start it once more.
import * as vscode from "vscode";
import { CloseAction, type CloseHandlerResult, ErrorAction, type ErrorHandler } from "vscode-languageclient";

/** So many ends within so many milliseconds are too many. */
const mostEnds = 5;
const within = 3 * 60_000;

export function restartsFor(
  output: vscode.LogOutputChannel,
  restart: () => Promise<void>,
  stopped: vscode.EventEmitter<boolean>,
): ErrorHandler {
  let ends: readonly number[] = [];
  return {
    error: (error, _message, count) => {
      output.error(`connection: ${error.message}`);
      return { action: count !== undefined && count <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown, handled: true };
    },
    closed: (): CloseHandlerResult => {
      const now = Date.now();
      ends = [...ends, now].filter((one) => now - one < within);
      if (ends.length < mostEnds) {
        output.warn(`the server ended and is started again (${ends.length} of ${mostEnds})`);
        return { action: CloseAction.Restart, handled: true };
      }
      output.error(`the server ended ${mostEnds} times within ${within / 60_000} minutes and is not started again`);
      ends = [];
      stopped.fire(true);
      void offer(output, restart);
      return { action: CloseAction.DoNotRestart, handled: true };
    },
  };
}

async function offer(output: vscode.LogOutputChannel, restart: () => Promise<void>): Promise<void> {
  const said = `CuTe Lens has stopped: its server ended ${mostEnds} times. Your files are as you left them.`;
  const chosen = await vscode.window.showErrorMessage(said, "Restart", "Show Output");
  if (chosen === "Restart") await restart();
  if (chosen === "Show Output") output.show();
}
