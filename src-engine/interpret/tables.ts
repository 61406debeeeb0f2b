// A session with tables of its own over the same scopes, objects and instances: who goes on from where it is does not change it.

import { copyOf } from "./seen.ts";
import type { Session } from "./session.ts";

export const withOwnTables = (session: Session): Session => ({
  ...session,
  queue: [...session.queue],
  instances: new Map(session.instances),
  files: new Map(session.files),
  results: new Map(session.results),
  effects: new Map(session.effects),
  // An instance that is adopted is changed: what waits to be is not shared.
  traces: new Map(),
  made: [...session.made],
  sites: new Map(session.sites),
  called: new Set(session.called),
  uncalled: new Map([...session.uncalled].map(([code, shown]) => [code, new Set(shown)])),
  seen: copyOf(session.seen),
  aside: new Map(session.aside),
  needs: [...session.needs],
  origins: [...session.origins],
  searched: new Set(session.searched),
  rewritten: new Map(session.rewritten),
});
