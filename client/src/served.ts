// Which languages other extensions serve with definitions and references: what `cuteLens.navigation: auto` goes by.
import * as vscode from "vscode";

const servers = {
  cpp: ["llvm-vs-code-extensions.vscode-clangd", "ms-vscode.cpptools", "ccls-project.ccls"],
  python: [
    "ms-python.python",
    "ms-python.vscode-pylance",
    "ms-pyright.pyright",
    "detachhead.basedpyright",
    "anysphere.cursorpyright",
    "astral-sh.ty",
  ],
} as const;

/** Those of which an extension is installed and enabled. */
export const servedByOthers = (): readonly (keyof typeof servers)[] =>
  (["cpp", "python"] as const).filter((language) =>
    servers[language].some((id) => vscode.extensions.getExtension(id) !== undefined),
  );
