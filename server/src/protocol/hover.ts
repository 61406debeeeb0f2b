// A hover that came at once, and the one that follows it: what a client and the server say besides LSP's own fields.

/** Of the parameters, for a client that asks again: not what was known before the last edit, but what holds behind it. */
export interface SettledParams {
  readonly settled?: true;
}

/** Of an answer that did not wait for its evaluation: asked again with `settled` there is another. */
export interface Followed {
  readonly followed?: true;
}
