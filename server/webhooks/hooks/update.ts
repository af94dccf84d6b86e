import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { type Hook, hooks } from "@/db/schema/hooks";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { refuseStale, versionOf } from "@/server/domain/shared/version";
import { refuseExtensions } from "./create";
import { holdHooks, refuseOverLimits } from "./limits";
import { ownedHook } from "./read";
import type { NewHook } from "./schema";

/** The version of a webhook's editable fields, which detects stale saves. Pausing, for example, does not change it. */
export const versionOfHook = ({ url, events, data }: Pick<Hook, "url" | "events" | "data">): string =>
  versionOf(url, events.toSorted(), data);

/**
 * Changes the url, the events and the data of a webhook. Its secret stays. Queued deliveries keep their bodies and go to
 * the new url.
 * @throws 404 for any other webhook, 400 if the data of the target's webhooks would be too large or the record quota is
 * used up, and as `refuseExtensions`
 * @throws {StaleVersion} if `seen` is given and no longer the webhook's version
 */
export const updateHook = (
  ctx: Ctx,
  id: string,
  { url, events, data }: NewHook,
  seen?: string,
): Promise<Hook> =>
  inTransaction(ctx, async (ctx) => {
    await holdHooks(ctx);
    const hook = await ownedHook(ctx, id);
    refuseStale(seen, versionOfHook(hook));
    const changes = [
      { path: "/url", from: hook.url, to: url },
      { path: "/events", from: hook.events.join(", "), to: events.names.join(", ") },
      { path: "/data", from: hook.data, to: data },
    ].filter(({ from, to }) => !isDeepStrictEqual(from, to));
    if (changes.length === 0) return hook;
    refuseExtensions(ctx, hook, events.names);
    await refuseOverLimits(ctx, hook, data, hook);
    const rows = await ctx.db
      .update(hooks)
      .set({ url, events: events.names, data, updatedAt: new Date() })
      .where(eq(hooks.id, hook.id))
      .returning();
    await recordAuditEvent(ctx, "hookChanged", {
      producerId: hook.producerId,
      id: hook.id,
      name: url,
      changes,
    });
    return only(rows);
  });
