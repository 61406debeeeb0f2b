// Where a name is declared, for those who point at it.
import { expect, test } from "vitest";
import { unknown } from "../../src-engine/algebra/value.ts";
import { declare, localDeclaration, newScope } from "../../src-engine/interpret/scope.ts";

const span = { start: 3, end: 8 };

test("a variable of the function", () => {
  const scope = newScope(newScope());
  declare(scope.parent!, "tile", "fn:kernel#0", span);
  expect(localDeclaration(scope, "tile")).toEqual({ item: "fn:kernel#0", span });
});

test("not a member, whether or not something has asked for its value before", () => {
  const members = newScope(undefined, () => unknown("a member"));
  const inMethod = newScope(members);
  expect(localDeclaration(inMethod, "tile")).toBeUndefined();
  declare(members, "tile", "cls:Kernel#0/var:tile#0", span);
  expect(localDeclaration(inMethod, "tile")).toBeUndefined();
});
