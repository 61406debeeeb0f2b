// .vscode/c_cpp_properties.json: include paths, definitions and the compile_commands.json of Microsoft's C++ extension.
//
// `${workspaceFolder}` and `${workspaceRoot}` stand for the folder around `.vscode`; a path that ends in `**` means the folder
// and those below it. JSON with comments. Of several configurations the first that says anything counts.
import { handwritten, parseJsonWithComments } from "../../json-text.ts";
import { joinPath } from "../paths.ts";
import { definition } from "./flags.ts";

export interface CppProperties {
  readonly includePaths: readonly { readonly path: string; readonly below: boolean }[];
  readonly defines: Readonly<Record<string, string>>;
  readonly compileCommands: readonly string[];
}

const nothing: CppProperties = { includePaths: [], defines: {}, compileCommands: [] };

export function parseCppProperties(
  text: string,
  folder: string,
): { readonly properties: CppProperties; readonly complaint?: string } {
  const parsed = parseJsonWithComments(text, handwritten);
  if ("complaint" in parsed) return { properties: nothing, complaint: parsed.complaint };
  const configurations = field(parsed.json, "configurations");
  if (!Array.isArray(configurations)) return { properties: nothing, complaint: "`configurations` is not a list" };
  const read = configurations.map((one: unknown) => propertiesOf(one, folder));
  return { properties: read.find(saysSomething) ?? nothing };
}

function propertiesOf(configuration: unknown, folder: string): CppProperties {
  const path = (text: string): string =>
    joinPath(folder, text.replace(/\$\{workspace(?:Folder|Root)(?::[^}]*)?\}/g, folder));
  const known = (text: string): boolean => !/\$\{(?!workspace(?:Folder|Root))/.test(text);
  const includePaths = texts(field(configuration, "includePath"))
    .filter(known)
    .map((text) => ({ path: path(text.replace(/\/?\*\*?$/, "")), below: text.endsWith("**") }));
  const defines = Object.fromEntries(texts(field(configuration, "defines")).filter(known).map(definition));
  const compileCommands = texts(field(configuration, "compileCommands")).filter(known).map(path);
  return { includePaths, defines, compileCommands };
}

const saysSomething = (one: CppProperties): boolean =>
  one.includePaths.length > 0 || one.compileCommands.length > 0 || Object.keys(one.defines).length > 0;

const field = (json: unknown, key: string): unknown =>
  // The border from JSON.
  typeof json === "object" && json !== null ? (json as Readonly<Record<string, unknown>>)[key] : undefined;

function texts(json: unknown): readonly string[] {
  if (typeof json === "string") return [json];
  return Array.isArray(json) ? json.filter((one): one is string => typeof one === "string") : [];
}
