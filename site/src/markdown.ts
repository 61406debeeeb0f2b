// The server's Markdown as elements: code, tables, pictures, emphasis, links. Everything else is text; no HTML is read.

export function markdownElements(markdown: string, document: Document): DocumentFragment {
  const out = document.createDocumentFragment();
  const lines = markdown.split("\n");
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] ?? "";
    if (line.startsWith("```")) {
      const end = lines.findIndex((other, at) => at > i && other.startsWith("```"));
      const last = end < 0 ? lines.length : end;
      out.append(element("pre", lines.slice(i + 1, last).join("\n")));
      i = last + 1;
    } else if (/^\|.*\|$/.test(line)) {
      const end = lines.findIndex((other, at) => at > i && !other.startsWith("|"));
      const last = end < 0 ? lines.length : end;
      out.append(table(lines.slice(i, last), document));
      i = last;
    } else if (line.trim() === "") i++;
    else {
      const end = lines.findIndex((other, at) => at > i && (other.trim() === "" || /^(```|\|)/.test(other)));
      const last = end < 0 ? lines.length : end;
      out.append(paragraph(lines.slice(i, last), document));
      i = last;
    }
  }
  return out;

  function element(tag: string, text: string): HTMLElement {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  }
}

function paragraph(lines: readonly string[], document: Document): HTMLElement {
  const heading = /^#{1,6} (.*)$/.exec(lines[0] ?? "");
  const made = document.createElement(heading === null ? "p" : "h4");
  const texts = heading === null ? lines : [heading[1] ?? ""];
  texts.forEach((line, at) => {
    if (at > 0) made.append(/ {2}$/.test(texts[at - 1] ?? "") ? document.createElement("br") : " ");
    made.append(inline(line.replace(/^[-*] /, "• ").trimEnd(), document));
  });
  return made;
}

function table(rows: readonly string[], document: Document): HTMLTableElement {
  const made = document.createElement("table");
  rows
    .filter((row) => !/^\|[\s:|-]+\|$/.test(row))
    .forEach((row, at) => {
      const line = made.insertRow();
      // An escaped bar does not end a cell.
      for (const cell of row.slice(1, -1).split(/(?<!\\)\|/)) {
        const box = document.createElement(at === 0 ? "th" : "td");
        box.append(inline(cell.trim(), document));
        line.append(box);
      }
    });
  return made;
}

const pieces =
  /!\[([^\]]*)\]\(([^)\s]*)\)|\[([^\]]*)\]\(([^)\s]*)[^)]*\)|(`+)(.+?)\5|\*\*(.+?)\*\*|\*([^*]+)\*|\\([\\`*_{}[\]()#+.!|<>~-])/g;

function inline(text: string, document: Document): DocumentFragment {
  const out = document.createDocumentFragment();
  let last = 0;
  for (const match of text.matchAll(pieces)) {
    out.append(text.slice(last, match.index));
    last = match.index + match[0].length;
    out.append(piece(match, document));
  }
  out.append(text.slice(last));
  return out;
}

function piece(match: RegExpMatchArray, document: Document): Node {
  const [, alt, image, linked, , , code, bold, italic, escaped] = match;
  if (image !== undefined) return picture(image, alt ?? "", document);
  // A link leads into the document that is open, or to a page that is not here: its text says enough.
  if (linked !== undefined) return inline(linked, document);
  if (code !== undefined) return textIn("code", code.trim(), document);
  if (bold !== undefined) return wrapped("strong", bold, document);
  if (italic !== undefined) return wrapped("em", italic, document);
  return document.createTextNode(escaped ?? "");
}

function picture(address: string, alt: string, document: Document): Node {
  if (!address.startsWith("data:image/")) return document.createTextNode(alt);
  const made = document.createElement("img");
  made.src = address;
  made.alt = alt;
  return made;
}

function wrapped(tag: string, text: string, document: Document): HTMLElement {
  const made = document.createElement(tag);
  made.append(inline(text, document));
  return made;
}

function textIn(tag: string, text: string, document: Document): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
