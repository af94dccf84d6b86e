import { createHash } from "node:crypto";
import { z } from "zod";
import { AppError } from "@/server/core/errors";

const VERSION_CHARACTERS = 32;

/** Names a state of something that a form edits. */
export const Version = z.string().length(VERSION_CHARACTERS);

/** Equal states have equal versions. Takes what the database gave, whose `jsonb` orders keys. */
export const versionOf = (...state: unknown[]): string =>
  createHash("sha256").update(JSON.stringify(state)).digest("hex").slice(0, VERSION_CHARACTERS);

/** Thrown by a save that began from a state which is no longer the newest. */
export class StaleVersion extends AppError {
  constructor() {
    super("conflict", "changed-meanwhile", "It was changed after it was read.");
  }
}

/**
 * Refuses a save over a newer state. To be called under the row's lock; the interface names no version and is not asked.
 * @throws {StaleVersion} where `seen` is not the version of the present state
 */
export function refuseStale(seen: string | undefined, present: string): void {
  if (seen !== undefined && seen !== present) throw new StaleVersion();
}
