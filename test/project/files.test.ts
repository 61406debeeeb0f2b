// What exists: a folder is asked for only where what holds it does not say that it is not there.
import { expect, test } from "vitest";
import { importsIn } from "../../server/src/languages/python/outline.ts";
import { Files } from "../../server/src/project/files.ts";
import { laterUnit } from "../../server/src/project/later.ts";
import { linksOf } from "../../server/src/project/resolve.ts";
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

test("a folder far below one that is not there is not asked for either", async () => {
  const { files, asked } = filesIn({ "/p/lib/b.py": "" });
  await files.names("/p");
  expect(await files.exists("/p/types/very/deep/er.py")).toBe(false);
  expect(asked).toEqual(["/p"]);
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

test("what is imported from a file of Python is no module; from a package it may be one, and each name of a plain import is", async () => {
  const code =
    "from kernels.gemm import Gemm, helper\nfrom kernels import gemm, norm, Other\nimport kernels.gemm, tools\n";
  const { files, asked } = filesIn({
    "/p/a.py": code,
    "/p/kernels/__init__.py": "",
    "/p/kernels/gemm.py": "",
    "/p/kernels/norm.py": "",
    "/p/tools.py": "",
  });
  const unit = laterUnit("/p/a.py", importsIn(code), () => {
    throw new Error("nobody asks for its code");
  });
  const links = await linksOf(files, unit, { includePaths: [], roots: [] });
  expect([...links]).toEqual([
    ["kernels.gemm", "/p/kernels/gemm.py"],
    ["kernels", "/p/kernels/__init__.py"],
    ["kernels.norm", "/p/kernels/norm.py"],
    ["tools", "/p/tools.py"],
  ]);
  expect(asked.filter((folder) => folder.includes("/gemm"))).toEqual([]);
});
