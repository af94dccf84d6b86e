import type { Database } from "@/db/client";
import { startThread } from "./thread";

/** Assesses scans soon after they are recorded. Returns what ends it, once the turn under way is done. */
export const startAssessing = (database: Pick<Database, "url">) =>
  startThread(database, {
    source: "server/domain/assessments/worker.ts",
    built: "dist/assessor.mjs",
    does: "assesses scans",
  });
