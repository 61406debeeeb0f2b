// The frame of the preview beside the source: opened once, by whoever comes first.

export function openSourceFrame(): void {
  const frame = document.getElementById("sourceFrame");
  if (!(frame instanceof HTMLIFrameElement) || frame.hasAttribute("src")) return;
  frame.src = new URLSearchParams(location.search).has("embed") ? "preview.html?embed" : "preview.html?source";
}
