// The one object that VS Code gives a webview: messages out, and a state that survives a reload.
import type { FromWebview, SavedState } from "../src/preview/messages.ts";

interface VsCodeApi {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

export const send = (message: FromWebview): void => api.postMessage(message);
export const save = (state: SavedState): void => api.setState(state);
