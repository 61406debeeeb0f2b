// Typing over a selection: left to itself, Chromium keeps the old text's colour as an inline style, which the page's content
// policy refuses.
import { EditorView } from "@codemirror/view";

export const typingOverSelections = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { from, to, empty } = view.state.selection.main;
    const text = event.inputType === "insertText" ? event.data : null;
    if (text === null || empty || view.composing || view.state.readOnly) return false;
    event.preventDefault();
    const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: "input.type" });
    // Brackets around a selection are another extension's.
    const isTaken = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, text, insert));
    if (!isTaken) view.dispatch(insert());
    return true;
  },
});
