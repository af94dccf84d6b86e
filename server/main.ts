import { failFor } from "./platform/say.mjs";

// Loaded from here, as settings are read while modules load: a bad one ends the process in one line.
await import("./serve").catch(failFor);
