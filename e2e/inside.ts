import { startEmbeddedPostgres } from "@assay/embedded-postgres";
import { ANONYMOUS } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import { newRequestId } from "@/server/http/request-id";
import { runtime } from "@/server/runtime/runtime";
import { DATA_DIR } from "./where";

let opened: Promise<void> | undefined;

async function openDatabase(): Promise<void> {
  const { url } = await startEmbeddedPostgres({ dataDir: DATA_DIR, database: "assay" });
  process.env.DATABASE_URL = url;
}

/**
 * Ctx of the service's verbs on the journeys' database. Fixtures are created in process, because a command takes longer
 * than most journeys. The database stays open until the Playwright worker ends.
 */
export async function inside(): Promise<Ctx> {
  opened ??= openDatabase();
  await opened;
  const { database } = runtime();
  return { caller: ANONYMOUS, db: database.db, batchClient: database.batchClient, requestId: newRequestId() };
}
