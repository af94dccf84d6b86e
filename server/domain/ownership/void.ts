import { and, eq, sql } from "drizzle-orm";
import { identifiers } from "@/db/schema/identifiers";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { ownerships } from "@/db/schema/ownerships";
import { type Ctx, callingProducer, inTransaction, sandboxIn } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { ownedItem } from "@/server/domain/items/read";
import { endOwnerships } from "./end";
import type { Voiding } from "./schema";

/**
 * Ends the ownership of an item, for cases of support; the item can be activated again. Recorded in the audit log with its reason.
 * @throws 404 if absent, 403 if another producer's, 409 without an owner
 */
export const voidOwnership = (ctx: Ctx, { identifier, reason }: Voiding): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    const item = await ownedItem(ctx, identifier);
    const isOfItem = and(eq(ownerships.itemId, item.id), eq(ownerships.producerId, producerId));
    const ended = await endOwnerships(ctx, isOfItem, "voided");
    if (ended.length === 0) throw conflict("item-not-activated", `Item ${identifier} has no owner.`);
    const changes = [{ path: "/reason", to: reason }];
    await recordAuditEvent(ctx, "ownershipVoided", { producerId, id: identifier, name: identifier, changes });
  });

/**
 * Voids the second code of an item: the next print has another one. Activations that wait for a click end.
 * @throws 404 if absent, 403 if another producer's
 */
export const voidSecondCode = (ctx: Ctx, { identifier, reason }: Voiding): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    const item = await ownedItem(ctx, identifier);
    await ctx.db
      .update(identifiers)
      .set({ secondCodeGeneration: sql`${identifiers.secondCodeGeneration} + 1` })
      .where(
        and(
          eq(identifiers.identifier, identifier),
          eq(identifiers.sandbox, sandboxIn(ctx)),
          eq(identifiers.producerId, producerId),
        ),
      );
    await ctx.db
      .delete(ownershipRequests)
      .where(and(eq(ownershipRequests.itemId, item.id), eq(ownershipRequests.kind, "activation")));
    const changes = [{ path: "/reason", to: reason }];
    await recordAuditEvent(ctx, "secondCodeVoided", {
      producerId,
      id: identifier,
      name: identifier,
      changes,
    });
  });
