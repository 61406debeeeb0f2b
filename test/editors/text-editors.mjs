// Editors without a screen as clients of the server: Neovim's own client, Vim with ALE, Emacs with eglot. Each opens a
// broken file and hovers; diagnostics must arrive, and the hover must be complete as text, without picture data.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { execute, root } from "../../scripts/steps.mjs";

const script = (name) => join(root, "test/editors", name);

/** The program, its arguments, and what Debian calls it. */
const editors = {
  neovim: {
    file: "nvim",
    args: ["--headless", "-u", "NONE", "-n", "-c", `luafile ${script("neovim.lua")}`],
    from: "neovim",
  },
  "vim with ALE": {
    file: "vim",
    args: ["-u", "NONE", "-i", "NONE", "-N", "-n", "--not-a-term", "-T", "dumb", "-S", script("vim.vim")],
    from: "vim-nox vim-ale",
  },
  "emacs with eglot": {
    file: "emacs",
    args: ["-q", "--batch", "-l", script("emacs.el")],
    from: "emacs-nox elpa-eglot",
  },
};

export const textEditors = Object.keys(editors);

const cases = [
  { file: "broken/tma_size_mismatch.cu", word: "sA", hover: /128/, problem: /is \(128,64,3\), the CTA tile/ },
  { file: "broken/layout_not_congruent.py", word: "nested", hover: /nested/, problem: /are not congruent/ },
];

/** Counts as steps give them; `work` is a folder for the answers. */
export async function textEditor(name, work) {
  const sum = { passed: 0, failed: 0, text: "" };
  for (const one of cases) {
    for (const [ok, text] of await checks(editors[name], one, work)) {
      sum[ok ? "passed" : "failed"]++;
      sum.text += `${ok ? "ok  " : "FAIL"} ${text}\n`;
    }
  }
  return sum;
}

/** Helix in a terminal of its own, with the file to copy as its settings; HELIX names the program, HELIX_RUNTIME its runtime. */
export async function helix(work) {
  const home = join(work, "helix-home");
  const bin = join(home, "bin");
  mkdirSync(join(home, "helix"), { recursive: true });
  mkdirSync(bin);
  symlinkSync(join(root, "dist/cli.js"), join(bin, "cute-lens"));
  cpSync(join(root, "editors/helix/languages.toml"), join(home, "helix/languages.toml"));
  writeFileSync(join(home, "helix/config.toml"), "[editor.lsp]\ndisplay-inlay-hints = true\n");
  const file = join(work, "tma_size_mismatch.cu");
  cpSync(join(root, "playground/broken/tma_size_mismatch.cu"), file);
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    PATH: [bin, process.env.PATH].join(delimiter),
  };
  // The problem is there, the hint; the hover on sA; the fixes at its problem.
  const keys = [
    "smem tile sA is (128,64,3)=j",
    "128×64×3=10Ggsfs k",
    "24576 elements = 48 KiB=\u001b",
    "=14GgsfsfA a",
    "Pass one stage=",
  ];
  const hx = process.env.HELIX || "hx";
  const { code, text } = await execute("python3", [script("helix.py"), hx, file, ...keys], { env });
  const log = join(home, "helix/helix.log");
  const warned = existsSync(log) ? readFileSync(log, "utf8").match(/.*registerCapability.*/)?.[0] : undefined;
  const checked = [
    [code === 0, `problem, hint, hover and fixes show${code === 0 ? "" : `\n${text}`}`],
    [warned === undefined, warned ?? "is asked for nothing that it cannot do"],
  ];
  const failed = checked.filter(([ok]) => !ok).length;
  return {
    passed: checked.length - failed,
    failed,
    text: checked.map(([ok, said]) => `${ok ? "ok  " : "FAIL"} ${said}\n`).join(""),
  };
}

const previews = {
  neovim: {
    plugin: "editors/neovim/cute-lens.lua",
    file: "nvim",
    args: ["--headless", "-u", "NONE", "-n", "-c", `luafile ${script("neovim-preview.lua")}`],
  },
  emacs: {
    plugin: "editors/emacs/cute-lens.el",
    file: "emacs",
    args: ["-q", "--batch", "-l", script("emacs-preview.el")],
  },
};

/** The preview beside an editor: a page is shown the value at the cursor, asks, and leads back. */
export async function editorPreview(editor, work) {
  const { plugin, file, args } = previews[editor];
  const out = join(work, "preview.json");
  const env = {
    PLUGIN: join(root, plugin),
    SERVER_JS: join(root, "dist/server.js"),
    CLI: join(root, "dist/cli.js"),
    FILE: join(root, "playground/cpp/swizzle.cu"),
    OUT: out,
    NODE_BIN: process.execPath,
  };
  rmSync(out, { force: true });
  const run = await execute(file, args, { env });
  const result = existsSync(out) ? JSON.parse(readFileSync(out, "utf8")) : {};
  const found = [
    [run.code === 0, `${file} ends with 0: ${run.code} ${run.text.slice(-400)}`],
    [/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/.test(result.url ?? ""), `an address: ${result.url}`],
    [/Sw<3,3,3> o _0 o \(_8,_64\)/.test(result.shown ?? ""), "the page is shown the value at the cursor"],
    [/Sw<3,3,3> o _0 o \(_8,_64\)/.test(result.asked ?? ""), "what the page asks is answered"],
    [/using SwizzledAtom/.test(result.line ?? ""), `the page leads back: ${result.line}`],
    ...(result.written === undefined ? [] : [[/\b_32\b/.test(result.written), "a number that is tried is written"]]),
  ];
  const failed = found.filter(([ok]) => !ok);
  const text = found.map(([ok, words]) => `${ok ? "ok  " : "FAIL"} ${words}\n`).join("");
  return { passed: found.length - failed.length, failed: failed.length, text };
}

async function checks({ file: editor, args, from }, { file, word, hover, problem }, work) {
  const out = join(work, "answers.json");
  const env = {
    SERVER_JS: join(root, "dist/server.js"),
    FILE: join(root, "playground", file),
    WORD: word,
    OUT: out,
    NODE_BIN: process.execPath,
  };
  const run = await execute(editor, args, { env });
  const result = existsSync(out) ? JSON.parse(readFileSync(out, "utf8")) : {};
  rmSync(out, { force: true });
  const shown = result.float ?? result.shown ?? result.hover ?? "";
  return [
    [run.code === 0, `${file}: ${editor} (Debian: ${from}) ends with 0: ${run.code} ${run.text.slice(-400)}`],
    [hover.test(result.hover ?? ""), `${file}: hover on ${word}: ${result.hover}`],
    [!/data:image/.test(result.hover ?? "data:image"), `${file}: no picture data in the hover`],
    [shown.length > 0, `${file}: the hover opens`],
    [problem.test(JSON.stringify(result.diagnostics ?? [])), `${file}: ${JSON.stringify(result.diagnostics)}`],
  ];
}
