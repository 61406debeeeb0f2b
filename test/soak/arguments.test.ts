// What `npm run soak` and `npm run fuzz` say of words that are wrong.
import { parseArgs } from "node:util";
import { expect, test } from "vitest";
import { readArguments, WrongArguments } from "../arguments.ts";

const options = { edits: { type: "string", default: "10" }, lsp: { type: "boolean", default: false } } as const;

function said(...args: readonly string[]): string {
  try {
    const { values, positionals } = readArguments(["edits"], () =>
      parseArgs({ options, allowPositionals: true, args: [...args] }),
    );
    return JSON.stringify({ ...values, positionals });
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error;
    return error.message;
  }
}

test("options, numbers and paths, or what is wrong with them in a line", () => {
  expect(said("--edits", "3", "playground")).toBe('{"edits":"3","lsp":false,"positionals":["playground"]}');
  expect(said("--nonsense")).toBe("Unknown option '--nonsense'");
  expect(said("--edits")).toBe("Option '--edits <value>' argument missing");
  expect(said("--edits", "many")).toBe('--edits takes a number, not "many"');
  expect(said("--lsp=yes")).toBe("Option '--lsp' does not take an argument");
  expect(said("not/there")).toBe('no file or folder "not/there"');
});
