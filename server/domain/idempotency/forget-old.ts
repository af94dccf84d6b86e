import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import { type Loop, untilEmpty } from "@/server/loops/loop";
import { KEPT } from "./first-answers";

const BATCH_SIZE = 1_000;

type OldKey = Pick<typeof idempotencyKeys.$inferSelect, "scope" | "key">;

const isOld = sql`${idempotencyKeys.createdAt} < now() - ${KEPT}`;

/** A hash, because callers choose the keys. */
const hashOf = ({ scope, key }: OldKey) =>
  createHash("sha256")
    .update(JSON.stringify([scope, key]))
    .digest("hex");

/** Deletes expired idempotency keys. */
export const oldKeys: Loop<OldKey> = {
  name: "oldKeys",
  intervalMs: 3_600_000,
  timeoutMs: 30_000,
  keyOf: hashOf,
  batches: (run) =>
    untilEmpty(
      run,
      () =>
        run.db
          .select({ scope: idempotencyKeys.scope, key: idempotencyKeys.key })
          .from(idempotencyKeys)
          .where(isOld)
          .limit(BATCH_SIZE + run.aside.length),
      hashOf,
    ),
  async work({ db }, some) {
    await db.execute(sql`
      delete from ${idempotencyKeys} using jsonb_to_recordset(${JSON.stringify(some)}::text::jsonb) as old(scope text, key text)
      where ${idempotencyKeys.scope} = old.scope and ${idempotencyKeys.key} = old.key and ${isOld}`);
  },
};
