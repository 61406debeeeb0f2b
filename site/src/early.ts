// Runs before the page is read: the language server begins to load while everything else does, and what it says of the first
// example is fetched, so that a picture need not wait for it. The preview's frame begins as soon as it stands in the page.
//
// Only a kernel or a text to explain needs them; a link to a sheet of the calculator is known by its query alone.
import { openSourceFrame } from "./source-frame.ts";

const needed = !new URLSearchParams(location.search).has("key");

Object.assign(globalThis, {
  cuteLensFirst: needed ? fetch("first.json").then((response) => response.json()) : undefined,
  cuteLensWorker: needed ? new Worker("worker.js", { name: "CuTe Lens" }) : undefined,
});
// A link's state is read by the page itself: only it knows whether there is a picture beside a source.
if (needed && location.hash === "") document.addEventListener("readystatechange", openSourceFrame, { once: true });
