// Colours of pictures: themes and tones. The eight tones keep apart for the common forms of colour blindness
// (derived from the Okabe-Ito set, lightened or darkened to carry text) and, in grey, by lightness.

export type Theme = "light" | "dark" | "high-contrast" | "neutral";

export interface Palette {
  readonly background: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly boundary: string;
  readonly highlight: string;
  /** What the first and the second mode of a tiler pick. */
  readonly accents: readonly [string, string];
  readonly tones: readonly string[];
  /** Of warps, from the first lane to the last: as far apart as text on them can be read. */
  readonly hues: readonly (readonly [string, string])[];
}

const lightTones = ["#ffffff", "#cfe6f7", "#fde3b0", "#c9ecd9", "#f7cdb8", "#e6d3ee", "#f5f1a8", "#d8d8d8"];
const darkTones = ["#2b2f36", "#1f4e79", "#7a5200", "#0f5c43", "#84391a", "#5b3a73", "#6b6412", "#4d4d4d"];

const lightHues = [
  ["#e6f2fb", "#8dc2ea"],
  ["#fff1d2", "#f4bf4c"],
  ["#def5e9", "#7ecfa7"],
  ["#fde4da", "#f09f82"],
  ["#f4eaf9", "#c79fdb"],
  ["#fbf8d0", "#dbd04c"],
  ["#dcf5f5", "#76cacd"],
  ["#f0f0f0", "#b3b3b3"],
] as const;
const darkHues = [
  ["#163653", "#2e6ba2"],
  ["#4a3300", "#8a5f00"],
  ["#0a3b2c", "#177554"],
  ["#542410", "#9c4824"],
  ["#392449", "#744a93"],
  ["#403c08", "#736a14"],
  ["#0b4040", "#176e6f"],
  ["#323232", "#666666"],
] as const;
const contrastHues = [
  ["#00283c", "#005a87"],
  ["#352500", "#704d00"],
  ["#002e1e", "#00623f"],
  ["#421600", "#8a2f00"],
  ["#2f1846", "#633493"],
  ["#2b2800", "#5a5500"],
  ["#003334", "#005f60"],
  ["#262626", "#555555"],
] as const;

export const palettes: Readonly<Record<Theme, Palette>> = {
  light: {
    background: "#ffffff",
    text: "#1b1b1b",
    muted: "#6b6b6b",
    line: "#c4c4c4",
    boundary: "#333333",
    highlight: "#d40000",
    accents: ["#b4009e", "#0b5cad"],
    tones: lightTones,
    hues: lightHues,
  },
  dark: {
    background: "#1e1e1e",
    text: "#f0f0f0",
    muted: "#a0a0a0",
    line: "#4a4a4a",
    boundary: "#d0d0d0",
    highlight: "#ff6b6b",
    accents: ["#ff8ad8", "#7cc4ff"],
    tones: darkTones,
    hues: darkHues,
  },
  "high-contrast": {
    background: "#000000",
    text: "#ffffff",
    muted: "#ffffff",
    line: "#6fc3df",
    boundary: "#ffffff",
    highlight: "#ffff00",
    accents: ["#ff9cf0", "#5fd7ff"],
    // White on each is above 7 : 1.
    tones: ["#000000", "#005a87", "#704d00", "#00623f", "#8a2f00", "#633493", "#5a5500", "#555555"],
    hues: contrastHues,
  },
  // For places that do not know their surroundings: own light background, readable on any theme.
  neutral: {
    background: "#fafafa",
    text: "#1b1b1b",
    muted: "#6b6b6b",
    line: "#c4c4c4",
    boundary: "#333333",
    highlight: "#d40000",
    accents: ["#b4009e", "#0b5cad"],
    tones: lightTones,
    hues: lightHues,
  },
};

/** Equal numbers get equal colours; neighbours below eight get different ones. */
export function toneColor(palette: Palette, tone: number): string {
  const n = palette.tones.length;
  return palette.tones[((tone % n) + n) % n] ?? palette.background;
}

/** The colour of an accent; what has none is in the text's. */
export const accentColor = (palette: Palette, accent: number | undefined): string =>
  (accent === undefined ? undefined : palette.accents[accent]) ?? palette.text;
