// A state as the fragment of an address, and back: JSON, deflated, in base64url. A fragment is never sent to a server.

/** Longer fragments are not read: what they hold is no kernel. Nor is one that unpacks to more than so many bytes. */
const longest = 400_000;
const mostBytes = 8_000_000;

export async function encodeFragment(state: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The state as JSON; undefined where the fragment is none of ours. */
export async function decodeFragment(fragment: string): Promise<unknown> {
  if (fragment === "" || fragment.length > longest || !/^[\w-]+$/.test(fragment)) return undefined;
  try {
    const packed = atob(fragment.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream): Promise<Uint8Array> {
  const out = new Blob([bytes]).stream().pipeThrough(stream).pipeThrough(atMost(mostBytes));
  return new Uint8Array(await new Response(out).arrayBuffer());
}

/** Fails where more comes: a few bytes may unpack to a thousand times as many. */
function atMost(bytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) throw new RangeError("too much");
      controller.enqueue(chunk);
    },
  });
}
