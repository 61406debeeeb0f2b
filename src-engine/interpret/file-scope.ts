// What one evaluation knows of a file: its declarations by name, and how far its module has run.
import type { ImportItem, Item } from "../program/ir.ts";
import type { LinkedUnit } from "../program/program.ts";
import type { Scope } from "../program/values.ts";

export interface Used {
  readonly path: readonly string[];
  readonly scope: readonly string[];
}

export interface FileScope {
  readonly file: string;
  readonly linked: LinkedUnit;
  readonly scope: Scope;
  readonly index: ReadonlyMap<string, readonly Item[]>;
  readonly usings: ReadonlySet<string>;
  /** What `using ns::name;` makes of a name, and the namespaces that it stands in. */
  readonly used: ReadonlyMap<string, readonly Used[]>;
  /** C++: the file and what it includes, nearest first; made when first asked for. */
  visible?: readonly FileScope[];
  /** C++: the files that include it, directly or through others; made when first asked for. */
  around?: readonly FileScope[];
  /** C++: where a simple name is declared among them. */
  readonly declaring: Map<string, readonly FileScope[]>;
  /** Names that were asked for and not there. */
  readonly missed: Set<string>;
  /** Names being evaluated, against cycles. */
  readonly busy: Set<string>;
  /** Python: what imports that have been run bind, and nobody has asked for. */
  readonly imported: Map<string, ImportItem>;
  /** A number: so many items of a Python module have been run. */
  state: number | "running" | "done";
}

/** Did a call come before something that it asks for? */
export const asksTooEarly = ({ missed, scope }: FileScope): boolean =>
  [...missed].some((name) => scope.names.has(name));
