import { and, eq, sql } from "drizzle-orm";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import type { Ctx } from "@/server/core/ctx";

/** The idempotency key of a call, which its caller may use. */
export interface CallKey {
  /** Method, path and producer of the call. */
  scope: string;
  key: string;
  bodyHash: Buffer;
}

/** For this long, a key returns its first answer again. */
export const KEPT = sql.raw("interval '24 hours'");

/** The row of a key. */
export const rowOf = ({ scope, key }: Pick<CallKey, "scope" | "key">) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key));

/** The row of a key that has a first answer. */
export const firstAnswerOf = (of: Pick<CallKey, "scope" | "key">) =>
  and(rowOf(of), sql`${idempotencyKeys.createdAt} >= now() - ${KEPT}`);

export const hasFirstAnswer = async ({ db }: Ctx, of: Pick<CallKey, "scope" | "key">): Promise<boolean> =>
  (await db.$count(idempotencyKeys, firstAnswerOf(of))) > 0;
