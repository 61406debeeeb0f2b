// The bar between the two halves of a part: dragged, or moved by the arrow keys.

export function connectSplitters(): void {
  for (const bar of document.querySelectorAll<HTMLElement>(".splitter")) {
    const part = bar.parentElement;
    if (part === null) continue;
    const place = (share: number) => {
      const kept = Math.min(80, Math.max(20, share));
      part.style.setProperty("--left", `${kept}%`);
      bar.setAttribute("aria-valuenow", String(Math.round(kept)));
    };
    bar.addEventListener("pointerdown", (down) => {
      bar.setPointerCapture(down.pointerId);
      part.classList.add("dragging");
    });
    bar.addEventListener("pointermove", (move) => {
      if (!bar.hasPointerCapture(move.pointerId)) return;
      const { left, width } = part.getBoundingClientRect();
      place((100 * (move.clientX - left)) / width);
    });
    for (const end of ["pointerup", "pointercancel"])
      bar.addEventListener(end, () => part.classList.remove("dragging"));
    bar.addEventListener("keydown", ({ key }) => {
      const step = key === "ArrowLeft" ? -4 : key === "ArrowRight" ? 4 : 0;
      if (step === 0) return;
      const { left, width } = part.getBoundingClientRect();
      place((100 * (bar.getBoundingClientRect().left - left)) / width + step);
    });
  }
}
