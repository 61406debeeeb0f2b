// `cute-lens mcp`: the tools for agents, over standard input and output (Model Context Protocol).
import type { Command } from "commander";

export function register(program: Command): void {
  program
    .command("mcp")
    .description(
      "layouts, checks and pictures as tools for agents (Model Context Protocol over standard input and output)",
    )
    .option(
      "--root <folder>",
      "a folder that may be read beside those of the client; may be given several times",
      more,
      [],
    )
    .action(async (options: { readonly root: readonly string[] }) => {
      const { serve } = await import("../mcp/serve.ts");
      await serve(options);
    });
}

const more = (folder: string, before: readonly string[]): readonly string[] => [...before, folder];
