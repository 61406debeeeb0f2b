// One crash costs one answer: every request handler goes through here, once.
//
// A cancelled request ends with LSP's RequestCancelled; a crash is logged and answered with `nothing`.
import { type CancellationToken, LSPErrorCodes, ResponseError } from "vscode-languageserver";

export interface Log {
  error(message: string): void;
}

export function guarded<P, R>(
  log: Log,
  name: string,
  nothing: R,
  handler: (params: P, token: CancellationToken) => Promise<R> | R,
): (params: P, token: CancellationToken) => Promise<R | ResponseError<void>> {
  return async (params, token) => {
    try {
      const answer = await handler(params, token);
      return token.isCancellationRequested ? cancelled() : answer;
    } catch (error) {
      if (token.isCancellationRequested) return cancelled();
      log.error(`${name}: ${errorText(error)}`);
      return nothing;
    }
  };
}

/** The same for an answer that is made at once, between two steps of other work. */
export function atOnce<R>(log: Log, name: string, nothing: R, answer: () => R): { readonly result: R } {
  try {
    return { result: answer() };
  } catch (error) {
    log.error(`${name}: ${errorText(error)}`);
    return { result: nothing };
  }
}

function cancelled(): ResponseError<void> {
  return new ResponseError<void>(LSPErrorCodes.RequestCancelled, "cancelled");
}

export const errorText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
