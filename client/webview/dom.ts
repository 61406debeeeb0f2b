// The page's elements, found once and typed: a missing one is a mistake in the page, told at once.

export function byId<T extends Element>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`the page has no ${type.name} #${id}`);
}

/** Replaces the options of a select; keeps the choice where it is still there. */
export function setOptions(
  select: HTMLSelectElement,
  options: readonly { readonly value: string; readonly text: string }[],
  chosen?: string,
): void {
  const keep = chosen ?? select.value;
  select.replaceChildren(
    ...options.map(({ value, text }) => {
      const option = document.createElement("option");
      option.value = value;
      option.textContent = text;
      return option;
    }),
  );
  if (options.some(({ value }) => value === keep)) select.value = keep;
  const label = select.closest("label");
  if (label !== null) label.hidden = options.length < 2;
}

export function textElement(tag: string, text: string, className?: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className !== undefined) element.className = className;
  return element;
}

export function button(text: string, title: string, run: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  element.title = title;
  element.addEventListener("click", run);
  return element;
}
