// The preview in a notebook's output: a page inside a sandboxed frame.
import { expect, test, vi } from "vitest";
import { framedPage } from "../../client/notebook/frame.ts";

vi.stubGlobal("CUTE_LENS_PAGE_SCRIPT", "start()");
vi.stubGlobal("CUTE_LENS_PAGE_STYLE", "body {}");

const page = (): string => framedPage({ dark: false, background: "#fff", foreground: "#000" });

test("its scripts and styles run under a nonce, new for each page, and nothing else does", () => {
  const text = page();
  const policy = /content="([^"]*)"/.exec(text)?.[1] ?? "";
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(nonce).toBeDefined();
  for (const [tag] of text.matchAll(/<(?:script|style)\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
  expect(page()).not.toContain(nonce);
});
