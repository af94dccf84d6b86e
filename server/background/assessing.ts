import type { Database } from "@/db/client";
import { startThread } from "./thread";

/** Starts assessing scans after they are recorded. Returns a function that stops after the batch in progress. */
export const startAssessing = (database: Pick<Database, "url">) =>
  startThread(database, {
    name: "assessments",
    source: "server/domain/assessments/worker.ts",
    built: "dist/assessor.mjs",
    does: "assesses scans",
    youngGenerationMb: 96,
  });
