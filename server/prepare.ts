import { numberRows } from "@/server/cells/number-rows";
import { openKeys } from "@/server/domain/keys/open";
import { bootstrapAdmin } from "@/server/domain/people/first-admin";
import { systemCtx } from "./core/ctx";
import { isAway } from "./core/outage";
import { newRequestId } from "./http/request-id";
import { blobs } from "./platform/blobs";
import { cells } from "./platform/cells";
import { env, firstAdmin, publicBaseUrl } from "./platform/env";
import { messageOf, say } from "./platform/say.mjs";
import type { Step } from "./process";
import { provideDatabase } from "./runtime/database";
import { runtime } from "./runtime/runtime";

/** Provides what all processes of an instance share: database, keys, file store, first admin. Returns a new set-up link. */
export async function prepareInstance(started: Step[]): Promise<string | undefined> {
  const startedAt = performance.now();
  say("preparing the database ...");
  started.push(await provideDatabase());
  say(`database ready (${secondsSince(startedAt)})`);
  const { database, close } = runtime();
  started.push(close);
  await openKeys(database);
  if (cells()) await numberRows(database.db);
  const setUpLink = await bootstrapAdmin(systemCtx(database, newRequestId()), firstAdmin);
  started.push(() => blobs().close());
  await blobs()
    .check()
    .catch((error: unknown) => {
      // A folder that cannot be written is a mistake of this machine; a bucket that is away comes back.
      if (!env.S3_BUCKET || !isAway(error)) throw error;
      say(`${messageOf(error)}; serving everything else meanwhile`);
    });
  return setUpLink;
}

export const secondsSince = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Tells people that the instance serves, and what they may do next. */
export function sayServing(where: string, startedAt: number, setUpLink: string | undefined): void {
  say(`serving on ${publicBaseUrl} (${where}), ready after ${secondsSince(startedAt)}`);
  if (setUpLink) say(`  set-up link (works once): ${setUpLink}`);
  say(`  create a producer: npm run -s producer -- create --name "My brand" --json`);
  say(`  API: ${publicBaseUrl}/api/v2, OpenAPI document: ${publicBaseUrl}/api/v2/openapi.json`);
}
