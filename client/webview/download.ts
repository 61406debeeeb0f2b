// A file for the user to keep, where the page itself is a browser's: the browser asks where, or puts it among its downloads.

export function download(name: string, data: string, encoding: "text" | "base64"): void {
  const bytes = encoding === "text" ? data : Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
