// The server's code out of the browser bundle beside it; the extension's build puts this file in place of the modules it names.
import "./offered-code.ts";

globalThis.cuteLensAddress = import.meta.url;
await import(new URL("./server-browser.js", import.meta.url).href);
const code = globalThis.cuteLensCode;
if (code === undefined) throw new Error("server-browser.js offers no code: its build is another one");

export const { startServer, createProject } = code;
