import { buildBaseMapIfStale } from "../cli/base-map.mjs";

/** Builds the base map before the tests: they run in parallel and share it. */
export const setup = buildBaseMapIfStale;
