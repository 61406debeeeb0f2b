// The Model Context Protocol over standard input and output: https://modelcontextprotocol.io. Tools only; nothing is written,
// no socket is opened, and files are read below the client's roots alone.
import { fileURLToPath } from "node:url";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { UsageError } from "../cli/usage.ts";
import { versionText } from "../version.ts";
import { type Session, seenBy } from "./session.ts";
import { type Tool, tools } from "./tools.ts";

const instructions =
  "CuTe Lens evaluates layouts of CuTe C++ and CuTe DSL statically. Ask before you guess at a layout, a stride, a swizzle or a " +
  "partition: `layout_of` for names in files, `evaluate` for algebra, `check` after every edit, `why` for what is unknown. " +
  "A value that is not certain is told as unknown, with its reason: do not fill it in.";

export interface ServeOptions {
  /** Folders that may be read beside those of the client. */
  readonly root: readonly string[];
}

export async function serve(options: ServeOptions): Promise<void> {
  const info = { name: "cute-lens", title: "CuTe Lens", version: versionText() };
  const server = new Server(info, { capabilities: { tools: {} }, instructions });
  const session: Session = { folders: () => foldersOf(server, options) };
  const checks = new Map(tools.map((tool) => [tool.name, validator(tool)]));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) return failed(`there is no tool ${params.name}`);
    const given = params.arguments ?? {};
    const wrong = checks.get(tool.name)?.(given);
    return wrong === undefined ? answered(tool, given, session) : failed(`${tool.name}: ${wrong}`);
  });
  await server.connect(new StdioServerTransport());
}

/** The client's roots where it has some, and the folders named at the start; without either the folder it was started in. */
async function foldersOf(server: Server, { root }: ServeOptions): Promise<readonly string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return root.length > 0 ? root : [process.cwd()];
  const { roots } = await server.listRoots();
  return [...roots.filter(({ uri }) => uri.startsWith("file:")).map(({ uri }) => fileURLToPath(uri)), ...root];
}

const listed = ({ name, title, description, inputSchema }: Tool) => ({
  name,
  title,
  description,
  inputSchema: { ...inputSchema, required: [...inputSchema.required] },
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
});

/** What is wrong with arguments; nothing where they fit. An agent that is told the words that are right needs one more call. */
function validator({ inputSchema }: Tool): (given: object) => string | undefined {
  const check = new AjvJsonSchemaValidator().getValidator({ ...inputSchema, required: [...inputSchema.required] });
  return (given) => {
    const result = check(given);
    return result.valid ? undefined : (unfitting(given, inputSchema) ?? result.errorMessage);
  };
}

/** The first argument that the tool does not have, or that is none of its words. */
function unfitting(given: object, { properties }: Tool["inputSchema"]): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) return `there is no \`${name}\`; its arguments are ${Object.keys(properties).join(", ")}`;
    const words = "enum" in schema && Array.isArray(schema.enum) ? schema.enum : [value];
    if (!words.includes(value)) return `\`${name}\` is one of ${words.join(", ")}`;
  }
  return undefined;
}

async function answered(tool: Tool, given: unknown, session: Session) {
  try {
    const { text } = await tool.run(given, await seenBy(session));
    return { content: [{ type: "text" as const, text }] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return failed(error instanceof UsageError ? message : `internal error: ${message}`);
  }
}

const failed = (text: string) => ({ isError: true, content: [{ type: "text" as const, text }] });
