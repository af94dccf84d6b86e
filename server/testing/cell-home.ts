import { AsyncLocalStorage } from "node:async_hooks";
import type { Blobs } from "@/server/platform/blob-store";
import type { Cells } from "@/server/platform/cells";
import type { Runtime } from "@/server/runtime/runtime";

/** What a cell has of its own. */
export interface Home {
  runtime: Runtime;
  cells: Cells;
  blobs: Blobs;
}

/** Holds while the second cell of a test works. */
export const inSecond = new AsyncLocalStorage<Home>();
