// Work in the background as LSP's work-done progress: begun when it takes long enough to be worth a word, ended with the work.
import type { Connection, WorkDoneProgressServerReporter } from "vscode-languageserver";
import type { IndexTask } from "../project/analyse.ts";

/** Milliseconds of work, or so many files, before anything is shown. */
const patience = 300;
const many = 400;

export function beginProgress(connection: Connection, title: string): IndexTask {
  let reporter: Promise<WorkDoneProgressServerReporter> | undefined;
  let last = -1;
  const begin = () => {
    reporter ??= connection.window.createWorkDoneProgress().then((shown) => {
      shown.begin(title, 0);
      return shown;
    });
  };
  const timer = setTimeout(begin, patience);
  return {
    report: (done, total) => {
      if (total >= many) begin();
      const percentage = Math.floor((100 * done) / Math.max(1, total));
      if (reporter === undefined || percentage === last) return;
      last = percentage;
      void reporter.then((shown) => shown.report(percentage, `${done} of ${total} files`), nothing);
    },
    end: () => {
      clearTimeout(timer);
      void reporter?.then((shown) => shown.done(), nothing);
    },
  };
}

/** A client that refuses the progress loses nothing else. */
const nothing = (): void => undefined;
