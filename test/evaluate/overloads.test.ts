// Overloads that end in packs: the more specialised one, and those that enable_if takes out.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

const functions = `
template <class A, class... Ops>
auto pick(A a, Ops... ops) { return Int<1>{}; }
template <class A, class B, class... Ops>
std::enable_if_t<std::conjunction_v<is_layout<A>, is_layout<B>>, Int<2>> pick(A a, B b, Ops... ops) { return Int<2>{}; }
`;

test("more parameters before the pack", () =>
  checkCpp(`${functions}
void f() {
  auto l = make_layout(_4{});
  auto two = pick(l, l, 3); // two -> _2
}`));

test("is_layout in the return type leaves out an overload for other arguments", () =>
  checkCpp(`${functions}
void f() {
  auto one = pick(make_shape(_4{}, _2{}), 3, 4); // one -> _1
}`));
