// cuteLens/changes: the functions of an open file whose layouts differ from those of an older text of it.
import type { Range } from "./requests.ts";

export const changesRequest = "cuteLens/changes";

export interface ChangesParams {
  readonly uri: string;
  /** The file's text as committed; the other files are as they are now. */
  readonly before: string;
  /** The id of a function: its page is wanted too. */
  readonly page?: string;
}

export interface ChangesResult {
  readonly functions: readonly ChangedFunctionJson[];
  /** HTML without script, with pictures before and after. */
  readonly page?: string;
}

export interface ChangedFunctionJson {
  /** The same as long as the text is. */
  readonly id: string;
  readonly name: string;
  /** `3 layouts changed since HEAD`. */
  readonly text: string;
  readonly range: Range;
}
