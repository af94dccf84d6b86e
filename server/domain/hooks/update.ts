import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { type Hook, hooks } from "@/db/schema/hooks";
import { type Ctx, inTransaction } from "@/server/ctx";
import { recordAct } from "@/server/domain/acts/record";
import { only } from "@/server/domain/shared/only";
import { ownedHook } from "./read";
import type { NewHook } from "./schema";

/**
 * Changes where a hook calls, for which events and with what data. Its secret stays, and so do deliveries that wait: their
 * bodies are as they were, and go to the new url. 404 for any other hook.
 */
export const updateHook = (ctx: Ctx, id: string, { url, events, data }: NewHook): Promise<Hook> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedHook(ctx, id);
    const changes = [
      { path: "/url", from: hook.url, to: url },
      { path: "/events", from: hook.events.join(", "), to: events.names.join(", ") },
      { path: "/data", from: hook.data, to: data },
    ].filter(({ from, to }) => !isDeepStrictEqual(from, to));
    if (changes.length === 0) return hook;
    const rows = await ctx.db
      .update(hooks)
      .set({ url, events: events.names, data, updatedAt: new Date() })
      .where(eq(hooks.id, hook.id))
      .returning();
    await recordAct(ctx, "hookChanged", { producerId: hook.producerId, id: hook.id, name: url, changes });
    return only(rows);
  });
