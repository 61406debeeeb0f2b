// npm run fuzz -- [--minutes N] [--seed S] [--edits N] [PATH …]: test/fuzz/main.ts with the arguments given.
import { runBundled } from "./run-bundled.mjs";

await runBundled("fuzz");
