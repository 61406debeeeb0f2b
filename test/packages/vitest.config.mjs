// The packages as their users have them: installed into folders of their own. Run by `npm run test:packages`, which packs them.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["test/packages/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 300_000, fileParallelism: false },
});
