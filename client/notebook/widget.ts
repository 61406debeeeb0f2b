// What anywidget loads in a notebook: the preview's page in a frame of its own, with the picture that the model names.
//
// The frame has the page's script and nothing else: no network, no cookies, no access to the notebook. What the page wants
// (a file, the clipboard) it asks for by messages, which are checked as the extension checks them.
import { type FromWebview, readFromWebview, type ToWebview } from "../src/preview/messages.ts";
import { coloursOf, framedPage } from "./frame.ts";

/** What the Python side of the widget says. */
interface Model {
  get(name: string): unknown;
  on(event: string, run: () => void): void;
  off(event: string, run: () => void): void;
}

interface Rendered {
  readonly model: Model;
  readonly el: HTMLElement;
}

const render = ({ model, el }: Rendered): (() => void) => {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("title", "CuTe Lens");
  Object.assign(frame.style, { width: "100%", border: "none", display: "block" });
  const post = (message: ToWebview) => frame.contentWindow?.postMessage(message, "*");
  const show = () => post(shown(model));
  const size = () => {
    frame.style.height = `${Number(model.get("height"))}px`;
  };
  const receive = ({ source, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow) return;
    const message = readFromWebview(data);
    if (message?.type === "ready") show();
    else if (message !== undefined) void answer(message);
  };
  window.addEventListener("message", receive);
  for (const name of traits) model.on(`change:${name}`, show);
  model.on("change:height", size);
  size();
  el.append(frame);
  whenPlaced(frame, () => {
    frame.srcdoc = framedPage(coloursOf(el));
  });
  return () => {
    window.removeEventListener("message", receive);
    for (const name of traits) model.off(`change:${name}`, show);
    model.off("change:height", size);
  };
};

export default { render };

/** A notebook may fill an output before it shows it: only then are there colours around it. */
function whenPlaced(frame: HTMLElement, run: () => void): void {
  if (frame.isConnected) run();
  else requestAnimationFrame(() => whenPlaced(frame, run));
}

const traits = ["expression", "language", "view", "tile", "mark", "label", "color"] as const;

function shown(model: Model): ToWebview {
  const said = (name: (typeof traits)[number]) => String(model.get(name) ?? "");
  const language = said("language") === "python" ? "python" : "cpp";
  const fields = { tile: said("tile"), mark: said("mark"), label: said("label"), color: said("color") };
  return { type: "evaluate", expression: said("expression"), start: { language, kind: said("view"), ...fields } };
}

async function answer(message: FromWebview): Promise<void> {
  switch (message.type) {
    case "copy":
      return navigator.clipboard.writeText(message.text);
    case "copyLink":
      return navigator.clipboard.writeText(
        `vscode://cute-lens.cute-lens/draw?${encodeURIComponent(message.expression)}`,
      );
    case "save":
      return download(message.name, message.encoding === "text" ? message.data : bytesOf(message.data));
    default:
      // The rest is about source code, of which there is none here.
      return;
  }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

function download(name: string, data: BlobPart): void {
  const url = URL.createObjectURL(new Blob([data]));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
