// `cute-lens inspect --json` of a value with alternatives says what they have in common.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000 });

const cli = process.env.CUTE_LENS_CLI ?? fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const source = `import cutlass.cute as cute

@cute.kernel
def kernel(t: cute.Tensor):
    bidx, _, _ = cute.arch.block_idx()
    at = 0
    if bidx > 4:
        at = 1
    tile = cute.local_tile(cute.make_identity_tensor((64, 64)), (16, 8), (at, bidx))
`;

test("tiles at different coordinates have one shape", () => {
  const folder = mkdtempSync(join(tmpdir(), "cute-lens-alternatives-"));
  writeFileSync(join(folder, "kernel.py"), source);
  const { stdout } = spawnSync(process.execPath, [cli, "inspect", "kernel.py", "--json"], {
    cwd: folder,
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  const { facts } = JSON.parse(stdout) as { facts: { name: string; value: string; shape?: string; stride?: string }[] };
  const tile = facts.find((one) => one.name === "tile");
  expect(tile?.value).toContain(" | ");
  expect([tile?.shape, tile?.stride]).toEqual(["(16,8)", "(1@0,1@1)"]);
});
