// What an evaluation holds once it is done is there for the next edit alone. What only its run needed goes.
import { forgetKeys } from "../interpret/identities.ts";
import type { InstanceRecord, Session } from "../interpret/session.ts";
import { eachRecord } from "../interpret/trace.ts";

/**
 * Calls that never came in earnest, three of four facts in a file with many users; what calls without an instance of their own have
 * shown and made, as an edit asks for what they give alone; and the keys of values.
 */
export function layToRest(session: Session): void {
  session.traces.clear();
  const forget = (record: InstanceRecord): void => {
    if (session.instances.get(record.key) === record) return;
    record.facts.clear();
    record.elsewhere.clear();
    record.callees.clear();
  };
  for (const { root } of session.aside.values()) {
    if (root === undefined) continue;
    eachRecord(root, forget);
    root.made.length = 0;
  }
  forgetKeys(session.identities);
}
