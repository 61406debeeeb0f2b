// Colours and sizes of the editor. It lives in a shadow root, whose style sheets the page's content policy allows.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword, tags.operatorKeyword], color: "var(--syntax-keyword)" },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.standard(tags.typeName)], color: "var(--syntax-type)" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: "var(--syntax-function)" },
  { tag: [tags.string, tags.special(tags.string), tags.character], color: "var(--syntax-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--syntax-number)" },
  { tag: tags.comment, color: "var(--syntax-comment)" },
  { tag: [tags.meta, tags.processingInstruction], color: "var(--syntax-meta)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--vscode-editor-foreground)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--vscode-editor-font-family)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { caretColor: "var(--vscode-editor-foreground)" },
  ".cm-gutters": {
    backgroundColor: "var(--vscode-editor-background)",
    color: "var(--line-number)",
    border: "none",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--active-line)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--selection) !important",
  },
  ".cm-cursor": { borderLeftColor: "var(--vscode-editor-foreground)" },
  ".cute-hint": {
    color: "var(--hint-foreground)",
    backgroundColor: "var(--hint-background)",
    borderRadius: "3px",
    padding: "0 4px",
    margin: "0 0 0 6px",
    fontSize: "0.9em",
  },
  ".cute-lens": {
    color: "var(--vscode-descriptionForeground)",
    fontFamily: "var(--vscode-font-family)",
    fontSize: "0.85em",
    padding: "4px 6px 0 6px",
  },
  ".cm-tooltip": {
    color: "var(--vscode-foreground)",
    backgroundColor: "var(--panel-background)",
    border: "1px solid var(--vscode-panel-border)",
    borderRadius: "6px",
    boxShadow: "0 4px 16px #0004",
    maxWidth: "min(760px, 92vw)",
    maxHeight: "min(420px, 60vh)",
    overflow: "auto",
    zIndex: "20",
  },
  ".cute-hover": { padding: "6px 12px", fontFamily: "var(--vscode-font-family)", lineHeight: "1.45" },
  ".cute-hover pre": {
    margin: "4px 0",
    fontFamily: "var(--vscode-editor-font-family)",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
  },
  ".cute-hover p": { margin: "6px 0" },
  ".cute-hover code": { fontFamily: "var(--vscode-editor-font-family)" },
  ".cute-hover img": { display: "block", maxWidth: "100%" },
  ".cute-hover table": { borderCollapse: "collapse", margin: "6px 0" },
  ".cute-hover td, .cute-hover th": { padding: "1px 14px 1px 0", textAlign: "left" },
  ".cm-diagnostic": { fontFamily: "var(--vscode-font-family)", padding: "6px 10px", whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--accent-foreground)", marginTop: "4px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--accent-foreground)",
  },
});

export const editorLook = [theme, syntaxHighlighting(highlight)];
