// An image of few colours as PNG, a byte a pixel: what thousands of cells without labels are drawn by.
//
// Runs of equal rows are what such pictures consist of, but the data is stored as it is: a decoder is asked for, not a compressor.

/** `pixels` are indices into `colors` (at most 256, `#rrggbb`), row by row; the answer is base64. */
export function pngOf(width: number, pixels: Uint8Array, colors: readonly string[]): string {
  const height = pixels.length / width;
  const rows = new Uint8Array(height * (width + 1));
  for (let r = 0; r < height; r++) rows.set(pixels.subarray(r * width, (r + 1) * width), r * (width + 1) + 1);
  const rgb = colors.flatMap((color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)));
  const header = [...word(width), ...word(height), 8, 3, 0, 0, 0];
  return base64([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk("IHDR", header),
    ...chunk("PLTE", rgb),
    ...chunk("IDAT", stored(rows)),
    ...chunk("IEND", []),
  ]);
}

const word = (n: number): readonly number[] => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];

function chunk(name: string, data: readonly number[]): readonly number[] {
  const body = [...[...name].map((c) => c.charCodeAt(0)), ...data];
  return [...word(data.length), ...body, ...word(crc32(body))];
}

/** A zlib stream of stored blocks (RFC 1950, 1951). */
function stored(data: Uint8Array): readonly number[] {
  const out = [0x78, 0x01];
  const longest = 65_535;
  for (let at = 0; at < data.length; at += longest) {
    const block = data.subarray(at, at + longest);
    const last = at + longest >= data.length ? 1 : 0;
    const low = [block.length & 255, block.length >> 8];
    out.push(last, ...low, ...low.map((byte) => byte ^ 255));
    for (const byte of block) out.push(byte);
  }
  let [a, b] = [1, 0];
  for (const byte of data) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return [...out, ...word(b * 65_536 + a)];
}

/** The checksum of a byte alone (RFC 1952, section 8). */
const crcOfByte = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

function crc32(bytes: readonly number[]): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcOfByte[(crc ^ byte) & 255] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** Twelve bits at a time: such an image is made in every frame while one pans. */
const pairs = Array.from({ length: 4096 }, (_, bits) => `${alphabet[bits >> 6]}${alphabet[bits & 63]}`);

function base64(bytes: readonly number[]): string {
  let out = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const three = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    out += `${pairs[three >> 12]}${pairs[three & 4095]}`;
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return out.slice(0, out.length - missing) + "=".repeat(missing);
}
