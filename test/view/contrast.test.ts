// Text on every colour that a picture gives a cell with a label, in each theme: WCAG's 4.5 : 1, in high contrast 7 : 1.
import { expect, test } from "vitest";
import { type Palette, palettes, type Theme } from "../../src-engine/views/palette.ts";
import { fadedColor, type Scale, scaledColor } from "../../src-engine/views/scale.ts";

const themes = Object.keys(palettes) as readonly Theme[];

test.each(themes)("%s", (theme) => {
  const palette = palettes[theme];
  const least = theme === "high-contrast" ? 7 : 4.5;
  const low = [...grounds(palette)].filter((color) => contrast(palette.text, color) < least);
  expect(low).toEqual([]);
  for (const other of [palette.muted, palette.highlight, ...palette.accents])
    expect(contrast(other, palette.background), other).toBeGreaterThanOrEqual(other === palette.highlight ? 3 : 4.5);
});

/** Of tones, of threads of one warp and of many, of lanes, and of offsets below labels. */
function grounds(palette: Palette): ReadonlySet<string> {
  const colors = new Set([palette.background, ...palette.tones]);
  const scales: readonly (readonly [number, Scale])[] = [
    [8, { kind: "threads", count: 8 }],
    [32, { kind: "threads", count: 32 }],
    [256, { kind: "threads", count: 256 }],
    [128, { kind: "threads", count: 128, of: "lanes" }],
  ];
  for (const [count, scale] of scales)
    for (let tone = 0; tone < count; tone++) colors.add(scaledColor(palette, tone, scale));
  const ramp: Scale = { kind: "ramp", most: 64 };
  for (let tone = 0; tone <= 64; tone++) colors.add(fadedColor(palette, scaledColor(palette, tone, ramp), ramp));
  return colors;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
