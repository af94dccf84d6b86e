import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Hash of the migrations: another history of migrations needs another database. */
function hashOfMigrations(): string {
  const hash = createHash("sha256");
  for (const file of readdirSync("db/migrations")
    .filter((name) => name.endsWith(".sql"))
    .sort()) {
    hash.update(file).update(readFileSync(path.join("db/migrations", file)));
  }
  return hash.digest("hex").slice(0, 8);
}

/** Data of the journeys, separate from a service that a developer runs in the same clone. */
export const DATA_DIR = path.resolve(`.data/e2e-${hashOfMigrations()}`);
/** The first of six ports; another one lets two clones run their journeys at the same time. */
export const FRONT_PORT = Number(process.env.E2E_PORT ?? 3411);
export const NEXT_PORT = FRONT_PORT + 1;
/** The addresses on this machine that the journeys' service may call: of the journeys, and of the guide to webhooks. */
export const RECEIVER_PORT = FRONT_PORT + 2;
export const GUIDE_RECEIVER_PORT = FRONT_PORT + 3;
/** The web page of the guide to scanner apps. */
export const GUIDE_PAGE_PORT = FRONT_PORT + 4;
/** The chat channels of the journeys. */
export const ALERT_RECEIVER_PORT = FRONT_PORT + 5;
