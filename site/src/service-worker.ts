// Keeps the page's files so that it works without a network: those of one build, taken together when it is installed.

interface Worker {
  readonly registration: { readonly scope: string };
  addEventListener(
    type: "install" | "activate",
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    type: "fetch",
    listener: (event: { readonly request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
}

declare const self: Worker;

export type {};

/** The build's: names of the files, and what changes when one of them does. */
declare const FILES: readonly string[];
declare const BUILD: string;

const scope = new URL(self.registration.scope);
/** Several pages may lie on one origin. */
const prefix = `cute-lens ${scope.pathname} `;
const kept = `${prefix}${BUILD}`;

self.addEventListener("install", (event) => {
  const requests = FILES.map((name) => new Request(new URL(name, scope), { cache: "reload" }));
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => {
      const old = names.filter((name) => name.startsWith(prefix) && name !== kept);
      return Promise.all(old.map((name) => caches.delete(name)));
    }),
  );
});

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== scope.origin || !pathname.startsWith(scope.pathname)) return;
  // What stands behind the question mark is for the page: `?embed`.
  const file = new URL(pathname, scope);
  if (pathname === scope.pathname) file.pathname += "index.html";
  event.respondWith(
    caches
      .open(kept)
      .then((cache) => cache.match(file))
      .then((found) => found ?? fetch(event.request)),
  );
});
