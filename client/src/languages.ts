// Which documents are ours: the editor's ids of C++, CUDA and Python, and the words that say "CuTe" in their text.

export const languageIds: readonly string[] = ["cuda-cpp", "cuda", "cpp", "c", "python"];

export const mentionsCute = (text: string): boolean => /\bcute\b|\bcutlass\b|\bcute_/i.test(text);
