// Files that a page has asked for before the server's script was there: by address.

export type FetchedFiles = Map<string, Promise<ArrayBuffer>>;

declare global {
  var cuteLensFetched: FetchedFiles | undefined;
}
