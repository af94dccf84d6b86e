import { failFor } from "./platform/say.mjs";

// Settings are read while modules load; importing here ends the process with one line on a bad setting.
await import("./serve").catch(failFor);
