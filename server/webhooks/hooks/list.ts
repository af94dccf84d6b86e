import { desc, getTableColumns, sql } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import type { Ctx } from "@/server/core/ctx";
import { type HookTarget, hooksOf, ownedTarget, typeOf } from "./target";
import type { HookAsText } from "./view";

const asText = { ...getTableColumns(hooks), data: sql<string>`${hooks.data}::text` };

/**
 * All webhooks of one of the caller's targets, newest first.
 * @throws 404 if the target does not exist, 403 if it is another producer's
 */
export async function listHooks(ctx: Ctx, target: HookTarget) {
  const { id, columns } = await ownedTarget(ctx, target);
  const found: HookAsText[] = await ctx.db
    .select(asText)
    .from(hooks)
    .where(hooksOf(columns))
    .orderBy(desc(hooks.id));
  return { id, type: typeOf(columns), hooks: found };
}
