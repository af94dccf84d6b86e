import path from "node:path";
import { createRenderer, mapWorker } from "@assay/scan-map/renderer";
import { territoryAt } from "./place";

/** The thread that draws scan maps; `scan-map.ts` starts it. */
export default mapWorker(createRenderer({ baseMap: path.resolve("public/map"), territoryAt }));
