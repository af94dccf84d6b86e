import type { Database } from "@/db/client";
import { startThread } from "./thread";

/** Delivers what becomes due. Returns what ends it: no other try is started, and those under way are waited for. */
export const startDelivering = (database: Pick<Database, "url">) =>
  startThread(database, {
    source: "server/webhooks/worker.ts",
    built: "dist/deliverer.mjs",
    does: "delivers",
  });
