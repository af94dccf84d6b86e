import { register } from "node:module";

/** Parts of the patched driver, by the name that `--import driver-without.mjs?NAME` gives, each with what replaces it. */
const PARTS = {
  // The reset and the check of its row counter.
  "row-reset": [
    ["if (isCounted && ", "if (false && "],
    ["    rows = 0\n    connectTimer.cancel()", "    connectTimer.cancel()"],
  ],
  // The end of a connection that does not answer.
  "silence-limit": [["silence && socket.setTimeout", "false && socket.setTimeout"]],
};

const name = new URL(import.meta.url).search.slice(1);

/** Loads the driver without that part, for a control that must fail. */
const hooks = `
const parts = ${JSON.stringify(PARTS[/** @type {keyof typeof PARTS} */ (name)])};
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!/postgres\\/(cjs\\/)?src\\/connection\\.js$/.test(url)) return loaded;
  const { readFile } = await import("node:fs/promises");
  const text = loaded.source ? String(loaded.source) : await readFile(new URL(url), "utf8");
  const source = parts.reduce((source, [part, rest]) => {
    if (!source.includes(part)) throw new Error("The driver has no " + JSON.stringify(part));
    return source.replace(part, rest);
  }, text);
  return { ...loaded, source };
}`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
