// The picture over the whole screen: without the source or the fields beside it.
import { byId } from "./dom.ts";

/** Where a browser gives no element the screen, a phone's among them, the picture takes the page. */
export function connectWhole(): void {
  const button = byId("whole", HTMLButtonElement);
  const set = (whole: boolean): void => {
    document.body.classList.toggle("whole", whole);
    button.setAttribute("aria-pressed", String(whole));
  };
  button.addEventListener("click", () => {
    const whole = !document.body.classList.contains("whole");
    set(whole);
    if (whole) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement !== null) void document.exitFullscreen();
  });
  document.addEventListener("fullscreenchange", () => set(document.fullscreenElement !== null));
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") set(false);
  });
}
