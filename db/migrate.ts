import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

const MIGRATION_LOCK = 4_702_111;

/** Migrates the schema to this build. One process migrates at a time; others wait and find nothing left to do. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: "assay-migrate" },
  });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(client), { migrationsFolder: path.resolve("db/migrations") });
  } finally {
    await client.end();
  }
}
