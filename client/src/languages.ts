// Which documents are ours: the editor's ids of C++, CUDA and Python.

export const languageIds: readonly string[] = ["cuda-cpp", "cuda", "cpp", "c", "python"];
