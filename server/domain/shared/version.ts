import { createHash } from "node:crypto";
import { z } from "zod";
import { AppError } from "@/server/core/errors";

const VERSION_CHARACTERS = 32;

/** Identifies the state that a form edits. */
export const Version = z.string().length(VERSION_CHARACTERS);

/** Hashes a state: equal states have equal versions. Takes values from the database, because `jsonb` orders keys. */
export const versionOf = (...state: unknown[]): string =>
  createHash("sha256").update(JSON.stringify(state)).digest("hex").slice(0, VERSION_CHARACTERS);

/** Refuses a save that began from a state that is no longer current. */
export class StaleVersion extends AppError {
  constructor() {
    super("conflict", "changed-meanwhile", "It was changed after it was read.");
  }
}

/**
 * Refuses a save over a newer state. Call it under the row's lock. API calls name no version and are never refused.
 * @throws {StaleVersion} where `seen` is not the version of the present state
 */
export function refuseStale(seen: string | undefined, present: string): void {
  if (seen !== undefined && seen !== present) throw new StaleVersion();
}
