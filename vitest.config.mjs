// Where the unit tests are. Goldens and laws take seconds on a busy machine: the time limit only ends what hangs.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/editors/**", "test/packages/**"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
