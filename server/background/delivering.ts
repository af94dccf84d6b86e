import type { DatabaseAddress } from "@/db/address";
import { startThread } from "./thread";

/** Starts delivering events. Returns a function that starts no further attempt and waits for those in flight. */
export const startDelivering = (database: DatabaseAddress) =>
  startThread(database, {
    name: "deliveries",
    source: "server/webhooks/worker.ts",
    built: "dist/deliverer.mjs",
    does: "delivers",
    // With Node's default of 48 MB, a twentieth fewer deliveries are sent.
    youngGenerationMb: 96,
  });
