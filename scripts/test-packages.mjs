// npm run test:packages: packs what is published, installs each package into a folder of its own and uses it as its users do.
//
// Fails, never skips, when what it needs is missing (npm, Python with venv, strace). Arguments are passed to vitest. The last line is `N passed, N failed`.
import { command, root, runSteps, tool, vitestCounts } from "./steps.mjs";
import { packTarball } from "./tarball.mjs";
import { packWheel } from "./wheel.mjs";

const [node, vitest] = tool("vitest/vitest.mjs");
const config = ["--config", `${root}test/packages/vitest.config.mjs`, "--root", root];

const { failed } = await runSteps([
  { name: "npm package", run: () => packed(packTarball) },
  { name: "wheel", run: () => packed(packWheel) },
  command("packages in use", node, [vitest, "run", ...config, ...process.argv.slice(2)], {
    env: { NO_COLOR: "1" },
    count: vitestCounts,
  }),
]);
process.exit(failed > 0 ? 1 : 0);

async function packed(pack) {
  const { file, size } = await pack();
  console.log(`${file}  ${Math.round(size / 1024)} kB`);
  return { passed: 1, failed: 0, text: "" };
}
