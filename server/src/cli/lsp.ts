// `cute-lens lsp --stdio`: the language server for any editor that starts a program and speaks LSP with it.
import type { Command } from "commander";

export function register(program: Command): void {
  program
    .command("lsp")
    .description("the language server")
    .option("--stdio", "speak over standard input and output (the default)")
    .option("--node-ipc", "speak over Node's IPC channel")
    .option("--socket <port>", "speak over a socket")
    .option("--clientProcessId <id>", "the editor's process; the server ends with it")
    .action(async () => {
      await import("../entry-node.ts");
    });
}
