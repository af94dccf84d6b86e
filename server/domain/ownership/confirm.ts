import { and, eq, isNull, sql } from "drizzle-orm";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { type Ownership, ownerships } from "@/db/schema/ownerships";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import type { Language } from "@/server/domain/people/schema";
import { afterAnswer } from "@/server/platform/after-answer";
import { newId } from "@/server/platform/ids";
import { type Mail, sendMail } from "@/server/platform/mail";
import { isPending, itemActivated } from "./activate";
import { endOwnerships, isOwnership } from "./end";
import { addOwnerLink, linkNotOpen } from "./links";
import { ownerMail, transferredMail } from "./mails";
import { lockedItem, type OpenItem, openItem } from "./open-item";
import { ownerAddress } from "./paths";
import { ItemWarranty, type OwnerLink } from "./schema";
import { activationOff } from "./settings";

type Request = typeof ownershipRequests.$inferSelect;

/** What a confirming link is about. */
export interface Confirmable {
  kind: Request["kind"];
  brand: string;
  /** Whether another person was faster. */
  isActivated: boolean;
}

/**
 * Reads a link that confirms, without using it: programs that look at e-mails open links.
 * @throws 404 if it is unknown, used, cancelled or expired
 */
export async function readConfirmation(ctx: Ctx, { identifier, secret }: OwnerLink): Promise<Confirmable> {
  const { id, brand } = await openItem(ctx, identifier);
  const [request] = await ctx.db
    .select({ kind: ownershipRequests.kind })
    .from(ownershipRequests)
    .where(and(isPending(secret), eq(ownershipRequests.itemId, id)));
  if (!request) throw linkNotOpen();
  const owners = await ctx.db.$count(ownerships, and(eq(ownerships.itemId, id), isNull(ownerships.endedAt)));
  return { kind: request.kind, brand, isActivated: request.kind === "activation" && owners > 0 };
}

/** Begins the first ownership of a row. @throws 409 if another person was faster, or the item is not activated any longer */
async function begin(
  { db }: Ctx,
  { producerId, itemId, email, locale }: Request,
  item: OpenItem,
): Promise<Ownership> {
  if (!item.canBeActivated) throw activationOff();
  const now = new Date();
  const [begun] = await db
    .insert(ownerships)
    .values({
      id: newId(now.getTime()),
      producerId,
      itemId,
      email,
      locale,
      activatedAt: now,
      beganAt: now,
      warrantyMonths:
        ItemWarranty.parse(item.ofItem) ?? ItemWarranty.parse(item.ofGroup) ?? item.warrantyMonths,
    })
    .onConflictDoNothing({ target: ownerships.itemId, where: sql`ended_at is null` })
    .returning();
  if (!begun) throw itemActivated();
  return begun;
}

/** Ends an ownership and begins the next of its row. @throws 404 if it has ended meanwhile */
async function passOn(ctx: Ctx, { ownershipId, email, locale }: Request): Promise<Ownership> {
  const [before] = await endOwnerships(ctx, isOwnership(ownershipId ?? ""), "transferred");
  if (!before?.endedAt) throw linkNotOpen();
  const { producerId, itemId, activatedAt, warrantyMonths, endedAt } = before;
  const values = { producerId, itemId, email, locale, activatedAt, warrantyMonths };
  return only(
    await ctx.db
      .insert(ownerships)
      .values({ ...values, id: newId(endedAt.getTime()), beganAt: endedAt })
      .returning(),
  );
}

/** Takes the request and changes the owner; the item's lock orders it with theft, voiding and deletion of the item. */
const change = (ctx: Ctx, { identifier, secret }: OwnerLink) =>
  inTransaction(ctx, async (ctx) => {
    const item = await lockedItem(ctx, identifier);
    const [request] = await ctx.db
      .delete(ownershipRequests)
      .where(and(isPending(secret), eq(ownershipRequests.itemId, item.id)))
      .returning();
    if (!request) throw linkNotOpen();
    const [former] = request.ownershipId
      ? await ctx.db
          .select({ email: ownerships.email, locale: ownerships.locale })
          .from(ownerships)
          .where(isOwnership(request.ownershipId))
      : [];
    const owner = request.kind === "transfer" ? await passOn(ctx, request) : await begin(ctx, request, item);
    return { owner, former, link: await addOwnerLink(ctx, owner) };
  });

/**
 * Confirms an activation or a transfer: the address of the link owns the item from now on. The first confirmed activation wins.
 * Returns the secret of the owner's page, which is mailed, too.
 * @throws 404 if the link is unknown, used, cancelled or expired; 409 if another person has activated the item
 */
export async function confirmOwnership(ctx: Ctx, confirming: OwnerLink): Promise<string> {
  // Strangers without a link lock nothing.
  const { brand } = await readConfirmation(ctx, confirming);
  const { owner, former, link } = await change(ctx, confirming);
  const page = ownerAddress(confirming.identifier, link);
  tell(owner, (locale) => ownerMail(locale, { brand, link: page }));
  if (former) tell(former, (locale) => transferredMail(locale, brand));
  return link;
}

function tell(
  { email, locale }: Pick<Ownership, "email" | "locale">,
  words: (locale: Language) => Omit<Mail, "to">,
): void {
  if (email) afterAnswer("mailing an owner", () => sendMail({ to: email, ...words(locale) }));
}
