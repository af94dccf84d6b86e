import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { type Hook, hooks } from "@/db/schema/hooks";
import { producers } from "@/db/schema/producers";
import { type Ctx, inTransaction } from "@/server/ctx";
import { recordAct } from "@/server/domain/acts/record";
import { jsonBytes } from "@/server/domain/shared/json-bytes";
import { only } from "@/server/domain/shared/only";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import { invalid } from "@/server/errors";
import { newId } from "@/server/platform/ids";
import { seal } from "@/server/platform/sealed";
import type { NewHook } from "./schema";
import { type FoundTarget, type HookTarget, ownedTarget } from "./target";

const SECRET_BYTES = 24;

/** A secret as Standard Webhooks writes it. */
export const newHookSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

/** A secret as it is stored: readable by this deployment, and for this hook. */
export const sealedSecret = (secret: string, hookId: string) => seal(secret, "hook-secrets", hookId);

/** Each event is told to all of them. */
const MOST_HOOKS = { producer: 100, group: 20, item: 20 };

/** Lists tell the data of all hooks of a target. */
const MAX_DATA_BYTES = 4 * 1024 * 1024;

async function refuseOneTooMany(
  ctx: Ctx,
  { type, columns, hooksOf }: FoundTarget,
  { data }: NewHook,
): Promise<void> {
  // Whoever registers another one at the same moment waits, and is counted.
  const producer = ctx.db.select({ id: producers.id }).from(producers).for("no key update");
  await producer.where(eq(producers.id, columns.producerId));
  const most = MOST_HOOKS[type];
  const there = await ctx.db
    .select({ bytes: sql<number>`octet_length(${hooks.data}::text)` })
    .from(hooks)
    .where(hooksOf)
    .limit(most);
  if (there.length >= most)
    throw invalid("too-many-hooks", `There are ${most} hooks of this ${type} already. Delete one first.`);
  const bytes = there.reduce((sum, hook) => sum + hook.bytes, jsonBytes(data));
  if (bytes > MAX_DATA_BYTES) {
    throw invalid("hooks-too-large", `The data of all hooks of this ${type} would take too much.`, [
      { pointer: "/data", message: `must, with that of the other hooks, be at most ${MAX_DATA_BYTES} bytes` },
    ]);
  }
}

/** Registers a hook; its secret is told this once. 400 where the target has enough of them, their data would be too much, or the quota for records is used up. */
export async function createHook(
  ctx: Ctx,
  target: HookTarget,
  input: NewHook,
): Promise<{ hook: Hook; secret: string }> {
  return inTransaction(ctx, async (ctx) => {
    const found = await ownedTarget(ctx, target);
    await refuseOneTooMany(ctx, found, input);
    await refuseWithoutRecordRoom(ctx, found.columns.producerId);
    const [id, secret, now] = [newId(), newHookSecret(), new Date()];
    const rows = await ctx.db
      .insert(hooks)
      .values({
        id,
        ...found.columns,
        events: input.events.names,
        eventsAsList: input.events.asList,
        url: input.url,
        data: input.data,
        secret: sealedSecret(secret, id),
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    await recordAct(ctx, "hookCreated", { producerId: found.columns.producerId, id, name: input.url });
    return { hook: only(rows), secret };
  });
}
