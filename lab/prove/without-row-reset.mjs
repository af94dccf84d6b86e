import { register } from "node:module";

/** Loads the driver without the reset and the check of its row counter, for a control that must fail. */
const hooks = `
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!/postgres\\/(cjs\\/)?src\\/connection\\.js$/.test(url)) return loaded;
  const { readFile } = await import("node:fs/promises");
  const text = loaded.source ? String(loaded.source) : await readFile(new URL(url), "utf8");
  const without = (source, part, rest) => {
    if (!source.includes(part)) throw new Error("The driver has no " + JSON.stringify(part));
    return source.replace(part, rest);
  };
  const uncounted = without(text, "if (isCounted && ", "if (false && ");
  const source = without(uncounted, "    rows = 0\\n    connectTimer.cancel()", "    connectTimer.cancel()");
  return { ...loaded, source };
}`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
