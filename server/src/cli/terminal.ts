// What a person at a terminal gets beside plain text: colours, and a line that says how far a long command is.
//
// Piped output has neither. https://no-color.org and FORCE_COLOR are obeyed. What comes from files moves no cursor, colours nothing
// and turns no line round: it is said with its control characters spelled out.

/** Control characters, and those that turn the direction of writing, as `\\u001b`; lines and tabs stay. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (c, at: number) =>
    c === "\n" || c === "\t" || (c === "\r" && text[at + 1] === "\n")
      ? c
      : `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** The answer of a command. */
export const say = (text: string): boolean => process.stdout.write(printable(text));

export type Paint = (text: string) => string;

export interface Colours {
  readonly bold: Paint;
  readonly red: Paint;
  readonly yellow: Paint;
  readonly blue: Paint;
  readonly cyan: Paint;
  readonly green: Paint;
}

const plain: Paint = (text) => text;
const code =
  (on: number, off: number): Paint =>
  (text) =>
    `\u001b[${on}m${text}\u001b[${off}m`;

export const noColours: Colours = { bold: plain, red: plain, yellow: plain, blue: plain, cyan: plain, green: plain };

const colours: Colours = {
  bold: code(1, 22),
  red: code(31, 39),
  green: code(32, 39),
  yellow: code(33, 39),
  blue: code(94, 39),
  cyan: code(36, 39),
};

export function coloursFor(stream: { readonly isTTY?: boolean }): Colours {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return noColours;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "0" && FORCE_COLOR !== "") return colours;
  return stream.isTTY === true && TERM !== "dumb" ? colours : noColours;
}

export interface Progress {
  /** One of the things is at work; the one before it is done. */
  readonly next: (name: string) => void;
  readonly end: () => void;
}

const silent: Progress = { next: () => undefined, end: () => undefined };

/**
 * Nothing in the first second; then `12/66 files · 3.4 a second · name`, of a single one `name · 3 s`, on a line of its own that is
 * wiped at the end. The evaluation gives way often enough for a timer to draw it.
 */
export function progressOf(total: number, stream: NodeJS.WriteStream = process.stderr): Progress {
  if (stream.isTTY !== true) return silent;
  const start = performance.now();
  let begun = 0;
  let name = "";
  const draw = (): void => {
    const seconds = (performance.now() - start) / 1000;
    if (seconds < 1) return;
    const columns = stream.columns || 80;
    const line =
      total === 1
        ? `${name} · ${Math.floor(seconds)} s`.slice(0, columns - 1)
        : progressLine(begun - 1, total, seconds, name, columns);
    stream.write(`\r\u001b[2K${line}`);
  };
  const timer = setInterval(draw, 200);
  timer.unref();
  return {
    next: (next) => {
      begun++;
      name = printable(next);
    },
    end: () => {
      clearInterval(timer);
      if (performance.now() - start >= 1000) stream.write("\r\u001b[2K");
    },
  };
}

export function progressLine(done: number, total: number, seconds: number, name: string, columns: number): string {
  const head = `${done}/${total} files · ${(done / seconds).toFixed(1)} a second · `;
  const room = Math.max(8, columns - head.length - 1);
  return `${head}${name.length > room ? `…${name.slice(name.length - room + 1)}` : name}`.slice(0, columns - 1);
}
