import { desc, getTableColumns, sql } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import type { Ctx } from "@/server/core/ctx";
import { type HookTarget, hooksOf, ownedTarget, typeOf } from "./target";
import type { HookAsText } from "./view";

const asText = { ...getTableColumns(hooks), data: sql<string>`${hooks.data}::text` };

/** All hooks of a target of the caller's, newest first. 404 if the target is absent, 403 if another producer's. */
export async function listHooks(ctx: Ctx, target: HookTarget) {
  const { id, columns } = await ownedTarget(ctx, target);
  const found: HookAsText[] = await ctx.db
    .select(asText)
    .from(hooks)
    .where(hooksOf(columns))
    .orderBy(desc(hooks.id));
  return { id, type: typeOf(columns), hooks: found };
}
