import type { DatabaseAddress } from "@/db/address";
import { startThread } from "./thread";

/** Starts assessing scans after they are recorded. Returns a function that stops after the batch in progress. */
export const startAssessing = (database: DatabaseAddress) =>
  startThread(database, {
    name: "assessments",
    source: "server/domain/assessments/worker.ts",
    built: "dist/assessor.mjs",
    does: "assesses scans",
    youngGenerationMb: 96,
  });
