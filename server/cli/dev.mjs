import { failFor } from "../platform/say.mjs";
import { buildInspector } from "./inspector.mjs";
import { install, loadSettings, ROOT, readOptions, requireNode } from "./steps.mjs";

readOptions("usage: npm run dev   (serves from the sources and restarts when they change)");
requireNode();
loadSettings();
await install();
// Settings are checked here as well: after a bad setting, the watcher would wait for a change of the sources.
const { tsImport } = await import("tsx/esm/api");
await tsImport("../platform/env.ts", import.meta.url).catch(failFor);
await buildInspector();
process.chdir(ROOT);
process.argv.splice(2, 0, "watch", "--clear-screen=false", "server/main.ts", "--dev");
await import("tsx/cli");
