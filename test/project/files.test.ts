// What exists: a folder is asked for only where what holds it does not say that it is not there.
import { expect, test } from "vitest";
import { Files } from "../../server/src/project/files.ts";
import { memoryHost } from "../evaluate/facts-of.ts";

function filesIn(there: Record<string, string>): { readonly files: Files; readonly asked: readonly string[] } {
  const host = memoryHost(there);
  const asked: string[] = [];
  const list = (folder: string) => {
    asked.push(folder);
    return host.list(folder);
  };
  return { files: new Files({ ...host, list }), asked };
}

test("below a folder that is not there nothing is asked for", async () => {
  const { files, asked } = filesIn({ "/p/a.py": "", "/p/lib/b.py": "" });
  expect(await files.exists("/p/a.py")).toBe(true);
  expect(await files.exists("/p/types/simple.py")).toBe(false);
  expect(await files.exists("/p/types/deep/er.py")).toBe(false);
  expect(await files.exists("/p/lib/b.py")).toBe(true);
  expect(asked).toEqual(["/p", "/p/lib"]);
});

test("a folder that appears is seen when one of its files is told of", async () => {
  const there: Record<string, string> = { "/p/a.py": "" };
  const { files } = filesIn(there);
  await files.names("/p");
  expect(await files.exists("/p/types/deep/er.py")).toBe(false);
  there["/p/types/deep/er.py"] = "";
  files.forget("/p/types/deep/er.py");
  expect(await files.exists("/p/types/deep/er.py")).toBe(true);
});

test("a folder that may not be listed says nothing of what it holds, and one may be spelled otherwise or be a link", async () => {
  const listing: Record<string, readonly string[]> = {
    "/closed": [],
    "/closed/open": ["a.py"],
    "/p": ["Types/", "link"],
    "/p/types": ["b.py"],
    "/p/link": ["c.py"],
  };
  const files = new Files({ ...memoryHost({}), list: async (folder) => listing[folder] ?? [] });
  await Promise.all(["/closed", "/p"].map((folder) => files.names(folder)));
  const exist = await Promise.all(
    ["/closed/open/a.py", "/p/types/b.py", "/p/link/c.py"].map((one) => files.exists(one)),
  );
  expect(exist).toEqual([true, true, true]);
});
