import { and, eq, ne, sql } from "drizzle-orm";
import { type Hook, hooks } from "@/db/schema/hooks";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { invalid } from "@/server/core/errors";
import { jsonBytes } from "@/server/data/json-bytes";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import { hooksOf, type TargetColumns, typeOf } from "./target";

/** Each event is sent to all webhooks of its targets. */
const MAX_HOOKS = { producer: 100, group: 20, item: 20 };

/** The list of a target's webhooks has no pages, so it contains the data of all. */
const MAX_DATA_BYTES = 4 * 1024 * 1024;

/** Makes other saves of the caller's webhooks wait for this transaction, so that each counts what the others saved. */
export async function holdHooks(ctx: Ctx): Promise<void> {
  const { producerId } = callingProducer(ctx);
  const producer = ctx.db.select({ id: producers.id }).from(producers).where(eq(producers.id, producerId));
  await producer.for("no key update");
}

/**
 * Refuses a webhook with this data that exceeds the limits of its target: a new one, or `edited` with its current data.
 * An edit that does not grow is never refused.
 *
 * @throws 400 `too-many-hooks`, `hooks-too-large` or `record-quota-exceeded`
 */
export async function refuseOverLimits(
  ctx: Ctx,
  columns: TargetColumns,
  data: object,
  edited?: Pick<Hook, "id" | "data">,
): Promise<void> {
  if (edited && jsonBytes(data) <= jsonBytes(edited.data)) return;
  const type = typeOf(columns);
  const max = MAX_HOOKS[type];
  const others = await ctx.db
    .select({ bytes: sql<number>`octet_length(${hooks.data}::text)` })
    .from(hooks)
    .where(and(hooksOf(columns), edited && ne(hooks.id, edited.id)))
    .limit(max);
  if (!edited && others.length >= max)
    throw invalid("too-many-hooks", `There are ${max} hooks of this ${type} already. Delete one first.`);
  const bytes = others.reduce((sum, hook) => sum + hook.bytes, jsonBytes(data));
  if (bytes > MAX_DATA_BYTES) {
    throw invalid("hooks-too-large", `The data of all hooks of this ${type} would take too much.`, [
      { pointer: "/data", message: `must, with that of the other hooks, be at most ${MAX_DATA_BYTES} bytes` },
    ]);
  }
  await refuseWithoutRecordRoom(ctx, columns.producerId);
}
