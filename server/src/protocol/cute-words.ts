// The words by which a text speaks of CuTe, or of TMA without it: an editor starts the server for such a file.

export const cuteWords = String.raw`\b(?:cute|cutlass|cutlass_dsl)\b|\bcu(?:te|tlass)_|\bCUTE_|\bCUTLASS_|cuTensorMapEncode|CUtensorMap|\bcp_async_bulk`;

const anywhere = new RegExp(cuteWords);

/** In whatever way: also where a notebook's cells are strings of its file. */
export const mentionsCute = (text: string): boolean => anywhere.test(text);
