import { and, desc, eq } from "drizzle-orm";
import { ownerships } from "@/db/schema/ownerships";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { ownedItem } from "@/server/domain/items/read";
import { activationOf } from "./settings";
import { warrantyUntil } from "./warranty";

const MAX_ROWS = 100;

/** An e-mail address of which only the first letters and the last label stay. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)];
  const dot = domain.lastIndexOf(".");
  return `${name.slice(0, 1)}…@${domain.slice(0, 1)}…${dot > 0 ? domain.slice(dot) : ""}`;
}

/**
 * The ownership of an item of the caller, newest owner first; the owner's e-mail only masked, and only if `showsEmail`.
 * @throws 404 if absent, 403 if another producer's
 */
export async function ownershipOfItem(ctx: Ctx, identifier: string, showsEmail: boolean) {
  const { id, invalidatedAt } = await ownedItem(ctx, identifier);
  const rows = await ctx.db
    .select()
    .from(ownerships)
    .where(and(eq(ownerships.itemId, id), eq(ownerships.producerId, callingProducer(ctx).producerId)))
    .orderBy(desc(ownerships.beganAt), desc(ownerships.id))
    .limit(MAX_ROWS);
  const current = rows.find(({ endedAt }) => endedAt === null);
  const { isOn } = await activationOf(ctx);
  return {
    isOn: isOn && invalidatedAt === null,
    owner: current && {
      activatedAt: current.activatedAt,
      beganAt: current.beganAt,
      stolenAt: current.stolenAt,
      warrantyUntil: warrantyUntil(current) ?? null,
      email: showsEmail && current.email !== null ? maskedEmail(current.email) : null,
      transfers: rows.filter(
        ({ activatedAt, endReason }) =>
          endReason === "transferred" && activatedAt.getTime() === current.activatedAt.getTime(),
      ).length,
    },
    former: rows
      .filter(({ endedAt }) => endedAt !== null)
      .map(({ id, beganAt, endedAt, endReason }) => ({ id, beganAt, endedAt, endReason })),
  };
}
