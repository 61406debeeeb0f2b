// The only way the server reaches files: Node, a browser worker and the tests each give one.

export interface Host {
  /** The file's text, or undefined when it cannot be read (missing, binary, too large). */
  read(path: string): Promise<string | undefined>;
  /** Names in a folder; a trailing `/` marks a folder. Empty when it cannot be listed. */
  list(path: string): Promise<readonly string[]>;
  /** Calls back when files below the path change; returns the way to stop. */
  watch(path: string, changed: (path: string) => void): () => void;
}
