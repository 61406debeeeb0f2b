/** CommonJS packages inside an ESM bundle still call require(). */
export const requireBanner =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';
