// The preview's page outside VS Code: the same markup, beside a script that plays VS Code's part.
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./steps.mjs";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The page as text; `host`: the script that runs before the preview's. */
export async function previewPage(host) {
  const { outputFiles } = await build({
    entryPoints: [join(root, "client/src/preview/html.ts")],
    bundle: true,
    write: false,
    format: "esm",
  });
  const module = Buffer.from(outputFiles[0].contents).toString("base64");
  const { pageBody } = await import(`data:text/javascript;base64,${module}`);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>CuTe Lens Preview</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="theme.css">
<link rel="stylesheet" href="webview.css">
</head>
<body>
${pageBody}
<script src="${host}"></script>
<script src="webview.js"></script>
</body>
</html>
`;
}
