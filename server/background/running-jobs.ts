import type { DatabaseAddress } from "@/db/address";
import { startThread } from "./thread";

/** Starts running jobs. Returns a function that stops after the batch in progress. */
export const startRunningJobs = (database: DatabaseAddress) =>
  startThread(database, {
    name: "jobs",
    source: "server/background/jobs-worker.ts",
    built: "dist/jobs.mjs",
    does: "runs jobs",
    // Rows of four parts at once: with less space, a tenth of an import is collecting garbage.
    youngGenerationMb: 64,
    // Rows of a batch outlive the young generation: their garbage let the heap of an import grow to 205 MB, now 157.
    oldGenerationMb: 512,
  });
