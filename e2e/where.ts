import path from "node:path";

/** Where the journeys' service lives: apart from a service that people run in the same clone. */
export const DATA_DIR = path.resolve(".data/e2e");
export const FRONT_PORT = 3411;
export const NEXT_PORT = 3412;
