// npm run audit: are advisories known for a dependency of the lock file? 0 no, 1 yes, 2 the registry has not said.
//
// What is not known is no pass: a registry that refuses the question must not look like one that knows of nothing.
import { pathToFileURL } from "node:url";
import { execute, root } from "./steps.mjs";

/** `{ known: true, advisories }`, or `{ known: false, why }`. */
export async function audit({ env = {}, cwd = root } = {}) {
  const { text } = await execute("npm", ["audit", "--json", "--audit=true"], { env, cwd });
  const answer = jsonIn(text);
  if (answer?.auditReportVersion === undefined || answer.metadata?.vulnerabilities?.total === undefined)
    return { known: false, why: answer?.message ?? answer?.error?.summary ?? text.trim().slice(0, 300) };
  const advisories = Object.values(answer.vulnerabilities ?? {}).map(
    ({ name, severity, via }) =>
      `${name}: ${severity}, ${via.map((one) => (typeof one === "string" ? `by ${one}` : one.title)).join(", ")}`,
  );
  return { known: true, advisories };
}

/** npm's warnings stand around the object. */
function jsonIn(text) {
  try {
    return JSON.parse(text.slice(text.indexOf("{\n"), text.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { known, why, advisories = [] } = await audit();
  if (!known) console.log(`not known: the registry does not answer (${why})`);
  else console.log(advisories.length === 0 ? "no advisories are known" : advisories.join("\n"));
  process.exitCode = known ? (advisories.length === 0 ? 0 : 1) : 2;
}
