// Loads web-tree-sitter and the grammars, the same way for the Node entry, the browser worker and the tests:
// whoever starts says where the `.wasm` files are (a path or URL) or hands over their bytes. Grammars load on first use.
import { Language as Grammar, Parser } from "web-tree-sitter";

export type { Parser } from "web-tree-sitter";

export type GrammarName = "cuda" | "cpp" | "python";

/** A path, a URL or the bytes of a wasm file. */
export type WasmFile = string | Uint8Array;

/** Where the wasm files are: `web-tree-sitter.wasm` for the runtime, `tree-sitter-cuda.wasm`, `tree-sitter-python.wasm`. */
export interface WasmFiles {
  readonly locate: (fileName: string) => WasmFile | Promise<WasmFile>;
}

export interface Grammars {
  /** The parser of a grammar, loaded once. */
  parser(name: GrammarName): Promise<Parser>;
  /** Gives the parsers' memory back, which no garbage collector sees. */
  dispose(): void;
}

export async function loadGrammars(files: WasmFiles): Promise<Grammars> {
  runtime.ready ??= Promise.resolve(files.locate("web-tree-sitter.wasm")).then(initRuntime);
  await runtime.ready;
  const loaded = new Map<GrammarName, Promise<Parser>>();
  const load = async (name: GrammarName): Promise<Parser> => {
    const parser = new Parser();
    parser.setLanguage(await grammarOf(name, files));
    return parser;
  };
  return {
    parser(name) {
      const known = loaded.get(name);
      if (known !== undefined) return known;
      const parser = load(name);
      loaded.set(name, parser);
      return parser;
    },
    dispose() {
      for (const parser of loaded.values()) void parser.then((one) => one.delete());
      loaded.clear();
    },
  };
}

/**
 * One for the process: a second start would leave the grammars of the first without their memory, and a grammar that is loaded stays
 * in it: after some hundred the runtime has no room for one more.
 */
const runtime: { ready?: Promise<void>; readonly grammars: Map<GrammarName, Promise<Grammar>> } = {
  grammars: new Map(),
};

function grammarOf(name: GrammarName, files: WasmFiles): Promise<Grammar> {
  const known = runtime.grammars.get(name);
  if (known !== undefined) return known;
  const grammar = Promise.resolve(files.locate(`tree-sitter-${name}.wasm`)).then((file) => Grammar.load(file));
  runtime.grammars.set(name, grammar);
  // Whoever asks next tries again.
  grammar.catch(() => runtime.grammars.delete(name));
  return grammar;
}

async function initRuntime(wasm: WasmFile): Promise<void> {
  if (typeof wasm === "string") await Parser.init({ locateFile: () => wasm });
  else await Parser.init({ wasmBinary: wasm.slice().buffer });
}
