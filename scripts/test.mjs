// npm test: checks that generated files are fresh, builds, types, lint, and all vitest suites (unit, goldens, laws,
// features, rules, house rules, LSP over stdio). Needs nothing but npm packages.
//
// Arguments are passed to vitest: `npm test -- test/layout`. The last line is `N passed, N failed`.
import { command, leave, root, runSteps, tool, vitestCounts } from "./steps.mjs";

const [node, tsc] = tool("typescript/bin/tsc");
const [, biome] = tool("@biomejs/biome/bin/biome");
const [, vitest] = tool("vitest/vitest.mjs");
const projects = ["src-engine", "server", "client", "site", "test"];

const { failed } = await runSteps([
  command("generated files are fresh", node, [`${root}scripts/generate.mjs`, "--check"]),
  command("build", node, [`${root}scripts/build.mjs`]),
  ...projects.map((project) => command(`types: ${project}`, node, [tsc, "-p", project])),
  command("lint and format", node, [biome, "check", "--max-diagnostics=40"]),
  command("tests", node, [vitest, "run", ...process.argv.slice(2)], { env: { NO_COLOR: "1" }, count: vitestCounts }),
]);
leave({ failed });
