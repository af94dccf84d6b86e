import { producers } from "@/db/schema/producers";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { createToken } from "@/server/domain/tokens/create";
import { newId } from "@/server/platform/ids";

/** A new producer with the credentials for the API. The secrets are shown only once. */
export interface NewProducer {
  producerId: string;
  token: string;
  ownerKey: string;
}

/** Creates a producer with a first token and an owner key that does not expire. */
export function createProducer(ctx: Ctx, name: string): Promise<NewProducer> {
  return inTransaction(ctx, async (ctx) => {
    const producerId = newId();
    await ctx.db.insert(producers).values({ id: producerId, name });
    await recordAuditEvent(ctx, "producerCreated", { producerId, id: producerId, name });
    const token = await createToken(ctx, { producerId, kind: "token", name: "First token" });
    const ownerKey = await createToken(ctx, {
      producerId,
      kind: "ownerKey",
      name: "Owner key",
      expiresAt: null,
    });
    return { producerId, token: token.secret, ownerKey: ownerKey.secret };
  });
}
