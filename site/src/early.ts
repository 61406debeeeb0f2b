// Runs before the page is read: the language server begins to load while everything else does.
//
// Only a kernel or a text to explain needs it; a link to a sheet of the calculator is known by its query alone.

const needed = !new URLSearchParams(location.search).has("key");

Object.assign(globalThis, {
  cuteLensWorker: needed ? new Worker("worker.js", { name: "CuTe Lens" }) : undefined,
});
