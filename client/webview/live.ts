// The preview in a browser beside any editor: what VS Code gives a webview, over the address that the page came from.
//
// Events bring what the editor shows; what the page says is posted. Copies and files are the browser's own affair.
import type { FromWebview } from "../src/preview/messages.ts";
import { download } from "./download.ts";

const isLight = matchMedia("(prefers-color-scheme: light)");
const paint = () => {
  document.body.classList.toggle("vscode-light", isLight.matches);
  document.body.classList.toggle("vscode-dark", !isLight.matches);
};

paint();
isLight.addEventListener("change", paint);
Object.assign(globalThis, { acquireVsCodeApi: () => ({ postMessage, setState: () => undefined }) });

const events = new EventSource("events");
events.onmessage = ({ data }: MessageEvent<string>) => window.postMessage(JSON.parse(data), location.origin);
events.onerror = () => {
  document.title = "CuTe Lens: the editor is gone";
};

function postMessage(message: FromWebview): void {
  if (message.type === "copy") void navigator.clipboard.writeText(message.text);
  else if (message.type === "save") download(message.name, message.data, message.encoding);
  else
    void fetch("message", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(message),
    });
}
