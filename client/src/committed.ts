// The text of a file as last committed, by VS Code's own git extension: no process of ours, and nothing where there is none (web).
import * as vscode from "vscode";

/** What we use of the git extension's API, version 1. */
interface Git {
  readonly onDidOpenRepository: vscode.Event<Repository>;
  getRepository(uri: vscode.Uri): Repository | null;
}
interface Repository {
  readonly rootUri: vscode.Uri;
  readonly state: { readonly HEAD?: { readonly commit?: string }; readonly onDidChange: vscode.Event<void> };
  show(ref: string, path: string): Promise<string>;
}
interface GitExtension {
  getAPI(version: 1): Git;
}

export class Committed implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  /** Another commit is HEAD, or a repository was found. */
  readonly onDidChange = this.#changed.event;
  readonly #texts = new Map<string, { readonly commit: string; readonly text: string | undefined }>();
  /** By root, and one for all: the API gives a new object at each question. */
  readonly #watched = new Map<string, vscode.Disposable>();

  dispose(): void {
    for (const watch of this.#watched.values()) watch.dispose();
    this.#changed.dispose();
  }

  /** Undefined without git, without a commit, and for a file that the commit does not have. */
  async textOf(uri: vscode.Uri): Promise<string | undefined> {
    const api = uri.scheme === "file" ? await git() : undefined;
    if (api === undefined) return undefined;
    this.#follow(api);
    const repository = api.getRepository(uri);
    if (repository === null) return undefined;
    this.#watch(repository);
    const commit = repository.state.HEAD?.commit;
    if (commit === undefined) return undefined;
    const known = this.#texts.get(uri.toString());
    if (known?.commit === commit) return known.text;
    const text = await repository.show(commit, uri.fsPath).catch(() => undefined);
    this.#texts.set(uri.toString(), { commit, text });
    return text;
  }

  /** A repository may be found after its files were opened. */
  #follow(api: Git): void {
    if (this.#watched.has("")) return;
    const found = () => this.#changed.fire(undefined);
    this.#watched.set("", api.onDidOpenRepository(found));
  }

  #watch(repository: Repository): void {
    const root = repository.rootUri.toString();
    if (this.#watched.has(root)) return;
    let commit = repository.state.HEAD?.commit;
    const look = () => {
      const now = repository.state.HEAD?.commit;
      if (now !== commit) this.#changed.fire(undefined);
      commit = now;
    };
    this.#watched.set(root, repository.state.onDidChange(look));
  }
}

/** Undefined where the extension is missing or switched off. */
async function git(): Promise<Git | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>("vscode.git");
  try {
    return (await extension?.activate())?.getAPI(1);
  } catch {
    return undefined;
  }
}
