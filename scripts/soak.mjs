// npm run soak -- [--edits N] [--pause MS] [--kills N] [--files N] [PATH …]: test/soak/main.ts with the arguments given.
import { runBundled } from "./run-bundled.mjs";

await runBundled("soak");
