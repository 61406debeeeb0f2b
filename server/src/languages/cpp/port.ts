// Is a C++ file part of a port of CuTe to hardware that is not NVIDIA's? Its own lines say so: a header or an intrinsic of another
// vendor, outside of every `#if`. What stands under a condition says that the file is for several, NVIDIA's among them.
const mark =
  /^[ \t]*#[ \t]*include[ \t]*[<"](?:hip|musa|sycl|mctlass|mutlass|hytlass)\/|\b__builtin_(?:amdgcn|mxc|hcu|musa)_/;
const quick = /\b(?:hip|musa|sycl|mctlass|mutlass|hytlass)\/|__builtin_(?:amdgcn|mxc|hcu|musa)_/;

export function isPort(text: string): boolean {
  if (!quick.test(text)) return false;
  let depth = 0;
  let last = "";
  for (const line of text.split("\n")) {
    const [, word = "", name = ""] = /^[ \t]*#[ \t]*(\w+)[ \t]*(\w*)/.exec(line) ?? [];
    if (word.startsWith("if")) depth++;
    if (word === "endif") depth--;
    // An include guard is no condition.
    if (word === "define" && last === `ifndef ${name}`) depth--;
    if (word !== "") last = `${word} ${name}`;
    if (depth <= 0 && mark.test(line)) return true;
  }
  return false;
}
