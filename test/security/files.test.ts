// What the host reads: regular files of a bounded size, and below some folders only where it is told so.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reachBelow } from "../../server/src/cli/reach.ts";
import { nodeHost } from "../../server/src/host-node.ts";
import { flagsOf } from "../../server/src/project/build/flags.ts";
import { Files } from "../../server/src/project/files.ts";
import { type UserLimits, Users, usualLimits } from "../../server/src/project/users.ts";

const top = mkdtempSync(join(tmpdir(), "cute-lens-files-"));
const folder = join(top, "folder");
mkdirSync(join(folder, "sub"), { recursive: true });
beforeAll(() => {
  writeFileSync(join(folder, "a.cu"), "// ä\n");
  writeFileSync(join(folder, "empty.cu"), "");
  writeFileSync(join(folder, "binary.cu"), "a\0b");
  writeFileSync(join(folder, "large.cu"), Buffer.alloc(9 * 1024 * 1024, 32));
  writeFileSync(join(top, "secret.h"), "constexpr int secret = 1;\n");
  symlinkSync(join(top, "secret.h"), join(folder, "link.h"));
  symlinkSync(folder, join(folder, "sub/loop"));
  if (process.platform !== "win32") execFileSync("mkfifo", [join(folder, "pipe.cu")]);
});
afterAll(() => rmSync(top, { recursive: true }));

describe("a file", () => {
  test("is read as it is", async () => {
    expect(await nodeHost.read(join(folder, "a.cu"))).toBe("// ä\n");
    expect(await nodeHost.read(join(folder, "empty.cu"))).toBe("");
  });

  test.each(["binary.cu", "large.cu", "missing.cu", "sub", "pipe.cu"])("%s is not read", async (name) => {
    expect(await nodeHost.read(join(folder, name))).toBeUndefined();
  });

  test.runIf(process.platform === "linux").each(["/dev/zero", "/dev/tty", "/proc/self/mem", "/proc/kmsg"])(
    "%s is not read, nor waited for",
    async (path) => {
      expect(await nodeHost.read(path)).toBeUndefined();
    },
  );
});

describe("below a folder", () => {
  const { host, allows } = reachBelow([folder]);

  test("what lies there is read, and nothing that a link or `..` leads to", async () => {
    expect(await host.read(join(folder, "a.cu"))).toBe("// ä\n");
    for (const path of [join(folder, "link.h"), `${folder}/../secret.h`, join(top, "secret.h"), `${folder}-other/x`]) {
      expect(allows(path)).toBe(false);
      expect(await host.read(path)).toBeUndefined();
    }
    expect(await host.list(top)).toEqual([]);
  });
});

describe("what a workspace says to read", () => {
  test("files of options that name each other end", async () => {
    let read = 0;
    const bomb = "@x ".repeat(1_000);
    await flagsOf(["@x"], "/w", async () => {
      read++;
      return bomb;
    });
    expect(read).toBeLessThanOrEqual(50);
  });

  test("files beside the open folder are not searched, where nothing marks a larger project", async () => {
    const listed: string[] = [];
    const list = async (path: string): Promise<readonly string[]> => {
      listed.push(path);
      return nodeHost.list(path);
    };
    mkdirSync(join(top, "other"));
    writeFileSync(join(folder, "lone.h"), "");
    await new Users(new Files({ ...nodeHost, list }), [folder]).of(join(folder, "lone.h"));
    expect(listed).toContain(join(folder, "sub"));
    expect(listed).not.toContain(join(top, "other"));
  });

  test("hidden folders are not searched, and no more files than the bound", async () => {
    const project = join(top, "project");
    mkdirSync(join(project, ".cache"), { recursive: true });
    writeFileSync(join(project, "tile.h"), "");
    for (const name of ["a.cu", "b.cu", "c.cu", ".cache/d.cu"])
      writeFileSync(join(project, name), '#include "tile.h"\n');
    const usersOf = async (limits?: UserLimits): Promise<readonly string[]> => {
      const found = await new Users(new Files(nodeHost), [project], undefined, limits).of(join(project, "tile.h"));
      return found.map((path) => path.slice(project.length + 1)).sort();
    };
    expect(await usersOf()).toEqual(["a.cu", "b.cu", "c.cu"]);
    expect((await usersOf({ indexed: 2, users: 10 })).length).toBeLessThan(3);
    expect(usualLimits.indexed).toBe(2_500);
  });

  test("links between folders are not followed when users of a file are looked for", async () => {
    writeFileSync(join(folder, "sub/use.cu"), '#include "../tile.h"\n');
    writeFileSync(join(folder, "tile.h"), "");
    const users = new Users(new Files(nodeHost), [folder]);
    expect(await users.of(join(folder, "tile.h"))).toEqual([join(folder, "sub/use.cu")]);
  });
});
