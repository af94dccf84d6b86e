import { join } from "node:path";
import { ROOT } from "./steps.mjs";

/** The folder is served as static files and read by the scan map's worker, and is never in git. */
const PLACE = { folder: join(ROOT, "public/map"), lockfile: join(ROOT, "package-lock.json") };

/** Imports the package late: `npm start` begins before packages are installed. */
const builder = () => import("@assay/scan-map/base-map");

/** Whether the base map exists and was made from the packages of the lockfile. */
export const isBaseMapFresh = async () => (await builder()).isBaseMapFresh(PLACE);

/** Builds the base map. */
export const buildBaseMap = async () => (await builder()).buildBaseMap(PLACE);

/** Builds the base map if it is missing or older than its sources. */
export const buildBaseMapIfStale = async () => (await builder()).buildBaseMapIfStale(PLACE);
