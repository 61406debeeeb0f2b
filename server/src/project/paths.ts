// Paths as the host has them, with `/` between names. No `node:path`: the server also runs in a browser worker.

export function folderOf(path: string): string {
  const at = path.lastIndexOf("/");
  return at < 0 ? "" : path.slice(0, at);
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** `a/b` + `../c.hpp` = `a/c.hpp`. */
export function joinPath(folder: string, relative: string): string {
  const parts = relative.startsWith("/") ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  const path = parts.join("/");
  return relative.startsWith("/") ? `/${path}` : path;
}

/** The folders around a file, innermost first. */
export function ancestors(path: string, most: number): readonly string[] {
  const found: string[] = [];
  for (let at = folderOf(path); at !== "" && found.length < most; at = folderOf(at)) found.push(at);
  return found;
}
