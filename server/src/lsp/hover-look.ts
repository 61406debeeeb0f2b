// How a client gets its hovers: Markdown or text, with a picture and links only where it can use them.

import { positionOf } from "../convert/document-map.ts";
import { type HoverLook, pictureRoom } from "../convert/hover.ts";
import type { HoverAnswer } from "../features/hover.ts";
import { hoverPicture } from "../features/picture.ts";
import { chooseInstanceCommand } from "../protocol/requests.ts";
import type { Analysis } from "./analysis.ts";
import type { Session } from "./server.ts";

/** VS Code cuts Markdown at 100,000 characters, which would break the picture's link. */
const longest = 90_000;

export function hoverLook(session: Session, analysis: Analysis, answer: HoverAnswer): HoverLook {
  const { client } = session;
  const links = client.markdown ? linksOf(session, analysis, answer) : [];
  const look = { markdown: client.markdown, links, choose: chooser(session, analysis) };
  const picture =
    client.pictures && analysis.settings["hover.pictures"] ? imageOf(session, analysis, answer) : undefined;
  return picture === undefined ? look : { ...look, picture };
}

function imageOf(session: Session, { settings }: Analysis, answer: HoverAnswer): string | undefined {
  const { value, language } = answer;
  const theme = session.theme === "contrast" ? "high-contrast" : session.theme;
  const look = { label: settings["preview.labels"], color: settings["preview.colors"], height: pictureRoom(answer) };
  const svg = hoverPicture(value, language, theme, look);
  if (svg === undefined) return undefined;
  const uri = `data:image/svg+xml,${percentEncoded(svg)}`;
  return uri.length > longest ? undefined : `![layout](${uri})`;
}

/** Shorter than base64 for SVG, and safe inside Markdown's parentheses; Markdown would resolve `&lt;` in a link. */
function percentEncoded(svg: string): string {
  const text = svg.replace(halfCharacters, "\ufffd").replaceAll('"', "'");
  return encodeURI(text).replace(/[#&()']/g, (c) => (c === "'" ? "%27" : hex(c)));
}

/** Halves of characters beyond 16 bits have no encoding. */
const halfCharacters = /\p{Surrogate}/gu;

const hex = (c: string) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`;

/** Command links work only where the client trusts them; it names the commands it has. */
function linksOf({ client }: Session, { map, open }: Analysis, answer: HoverAnswer): readonly string[] {
  const commands = client.options.commands ?? [];
  const { line, character } = positionOf(map, { fragment: answer.place.fragment, offset: answer.place.start });
  const uri = map.uris[answer.place.fragment] ?? open.uri;
  return [
    commandLink(commands, "Preview", "cuteLens.openPreviewAt", [uri, line, character]),
    commandLink(commands, "Copy", "cuteLens.copyText", [answer.title]),
  ].filter((link) => link !== undefined);
}

function chooser({ client }: Session, analysis: Analysis): (instance: string) => string | undefined {
  const commands = client.options.commands ?? [];
  return (id) => {
    const instance = analysis.index().instances.get(id);
    return instance === undefined || instance.generic || instance.label === ""
      ? undefined
      : commandUri(commands, chooseInstanceCommand, [analysis.open.uri, instance.function, instance.label]);
  };
}

function commandLink(
  known: readonly string[],
  text: string,
  command: string,
  args: readonly unknown[],
): string | undefined {
  const uri = commandUri(known, command, args);
  return uri === undefined ? undefined : `[${text}](${uri})`;
}

function commandUri(known: readonly string[], command: string, args: readonly unknown[]): string | undefined {
  if (!known.includes(command)) return undefined;
  return `command:${command}?${encodeURIComponent(JSON.stringify(args)).replace(/[()]/g, hex)}`;
}
