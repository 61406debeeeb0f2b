// How a thread that computes stays attentive: between two steps of its work it may look at what the client has sent meanwhile.
//
// Only where the environment can look without waiting (a Node worker); elsewhere messages come between entries of the work list.

export interface Attention {
  /** Called often while the thread computes: true when something waits that makes the work useless. */
  look(): boolean;
  /** When all that was held back has been worked off. */
  settled(): Promise<void>;
  /** Answers a request from what is known, at once; undefined when that is not possible. */
  answer: (method: string, params: unknown) => { readonly result: unknown } | undefined;
}

/** Answers by method, for requests that need not wait. */
export type Immediate = Map<string, (params: never) => { readonly result: unknown } | undefined>;
