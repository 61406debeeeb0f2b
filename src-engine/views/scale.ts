// How the tones of a colour mode become colours where eight that repeat would say little: threads by warp and lane, offsets
// along a ramp.
import { type Palette, toneColor } from "./palette.ts";

/** `count` threads, or lanes of tensor memory, of which a warp reads 32; or numbers from 0 to `most`. A tone below 0 has no colour. */
export type Scale =
  | { readonly kind: "threads"; readonly count: number; readonly of?: "lanes" }
  | { readonly kind: "ramp"; readonly most: number };

/** A colour of the scale as a ground for labels. */
export const fadedColor = (palette: Palette, color: string, scale: Scale): string =>
  mixed(palette.background, color, scale.kind === "ramp" ? 0.35 : 1);

const WARP = 32;
const QUAD = 4;
/** Finer ones are not told apart, and eight warps stay within the colours of an image. */
const SHADES = 16;
/** Of a hue that has one thread alone. */
const FEW = 0.6;

export function scaledColor(palette: Palette, tone: number, scale: Scale | undefined): string {
  if (scale === undefined) return toneColor(palette, tone);
  if (tone < 0) return palette.background;
  return scale.kind === "threads" ? threadColor(palette, tone, scale.count) : rampColor(tone / Math.max(1, scale.most));
}

/**
 * A warp has a hue, its lanes go from the one end of it to the other; in a single warp each quad has a hue, and each thread where
 * they are as few as the hues.
 */
function threadColor(palette: Palette, thread: number, count: number): string {
  if (count <= palette.hues.length) return hueOf(palette, thread, FEW);
  const [group, members] = count > WARP ? [Math.floor(thread / WARP), WARP] : [Math.floor(thread / QUAD), QUAD];
  return hueOf(palette, group, shadeOf(thread % members, members));
}

function hueOf({ hues }: Palette, group: number, shade: number): string {
  const [from, to] = hues[group % hues.length] ?? ["#888888", "#888888"];
  return mixed(from, to, shade);
}

function shadeOf(member: number, members: number): number {
  const shades = Math.min(SHADES, members);
  return Math.floor((member * shades) / members) / (shades - 1);
}

/** From low to high offsets; it gets darker all the way, so that it is read without its hues too. */
const RAMP_STEPS = 128;
const ramp = ["#fdf3c4", "#a6d9b4", "#4aa2c0", "#3463a8", "#2a2468"];
const rampColors = Array.from({ length: RAMP_STEPS + 1 }, (_, step) => {
  const at = (step / RAMP_STEPS) * (ramp.length - 1);
  const i = Math.min(ramp.length - 2, Math.floor(at));
  return mixed(ramp[i] ?? "", ramp[i + 1] ?? "", at - i);
});

const rampColor = (part: number): string => rampColors[Math.round(Math.min(1, Math.max(0, part)) * RAMP_STEPS)] ?? "";

function mixed(from: string, to: string, part: number): string {
  const channel = (color: string, i: number): number => Number.parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16);
  const parts = [0, 1, 2].map((i) => Math.round(channel(from, i) * (1 - part) + channel(to, i) * part));
  return `#${parts.map((n) => n.toString(16).padStart(2, "0")).join("")}`;
}
