// Runs before the page is read. What the server says of the first example is fetched, and the preview's frame begins as soon as
// it stands in the page; the server itself starts behind the picture. A link's picture needs it: there it begins to load at once.
//
// Only a kernel or a text to explain needs them; a link to a sheet of the calculator is known by its query alone.
import { openSourceFrame } from "./source-frame.ts";

const needed = !new URLSearchParams(location.search).has("key");

Object.assign(globalThis, {
  cuteLensFirst: needed ? fetch("first.json").then((response) => response.json()) : undefined,
  cuteLensWorker: needed && location.hash !== "" ? new Worker("worker.js", { name: "CuTe Lens" }) : undefined,
});
// A link's state is read by the page itself: only it knows whether there is a picture beside a source.
if (needed && location.hash === "") document.addEventListener("readystatechange", openSourceFrame, { once: true });
