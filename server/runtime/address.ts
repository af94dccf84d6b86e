import type { DatabaseAddress } from "@/db/address";
import { env } from "@/server/platform/env";

/** The database of this process: the configured one, or the embedded one once it is started; undefined before. */
export function databaseAddress(): DatabaseAddress | undefined {
  // Not from `env`: the start of the embedded database sets it.
  const url = process.env.DATABASE_URL;
  if (!url) return undefined;
  return { url, directUrl: env.DATABASE_DIRECT_URL ?? url, isPooled: env.DATABASE_POOLED === "on" };
}
