import { and, eq, gt, isNull, lte, or } from "drizzle-orm";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { ownerships } from "@/db/schema/ownerships";
import { hashOfSecret, newLinkSecret } from "@/server/auth/secrets";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict, invalid } from "@/server/core/errors";
import { DAY_MS } from "@/server/core/time";
import { afterAnswer } from "@/server/platform/after-answer";
import { newId } from "@/server/platform/ids";
import { canMail, sendMail } from "@/server/platform/mail";
import { countMail, trySecondCode } from "./attempts";
import { activationMail } from "./mails";
import { lockedItem, type OpenItem, openItem } from "./open-item";
import { confirmAddress } from "./paths";
import type { Asked, NewActivation } from "./schema";
import { isSecondCode } from "./second-codes";
import { activationOff, openSecret } from "./settings";

const VALID_MS = DAY_MS;
/** Activations of an item that wait for a click. */
export const MAX_PENDING = 3;

/** The 409 for an item that has an owner. */
export const itemActivated = () => conflict("item-activated", "This item has been activated already.");

const codeWrong = () =>
  invalid("second-code-wrong", "The second code is not that of this item. Check it and try again.");

/** Stores a request, which replaces an earlier one of the same address. @throws 409 while three others wait for a click, and as `requestActivation` */
const storeRequest = (
  ctx: Ctx,
  item: OpenItem,
  { email }: NewActivation,
  { locale }: Asked,
  secret: string,
) =>
  inTransaction(ctx, async (ctx) => {
    const { db } = ctx;
    const now = new Date();
    // One after the other, so that they count each other. The code may have been voided since it was compared.
    const { canBeActivated, generation } = await lockedItem(ctx, item.identifier);
    if (!canBeActivated) throw activationOff();
    if (generation !== item.generation) throw codeWrong();
    const ofItem = and(eq(ownershipRequests.itemId, item.id), eq(ownershipRequests.kind, "activation"));
    await db
      .delete(ownershipRequests)
      .where(and(ofItem, or(eq(ownershipRequests.email, email), lte(ownershipRequests.expiresAt, now))));
    if ((await db.$count(ownershipRequests, ofItem)) >= MAX_PENDING)
      throw conflict(
        "too-many-pending-activations",
        `${MAX_PENDING} e-mails for this item wait for a click. Use one of them, or try again tomorrow.`,
      );
    await db.insert(ownershipRequests).values({
      id: newId(now.getTime()),
      producerId: item.producerId,
      itemId: item.id,
      kind: "activation",
      email,
      locale,
      hash: hashOfSecret(secret),
      createdAt: now,
      expiresAt: new Date(now.getTime() + VALID_MS),
    });
  });

/**
 * Asks to activate an item by its second code: a link is mailed to the future owner, who confirms it within a day.
 * @throws 404 without the item, 409 if it cannot be activated or has an owner, 429 beyond the limits, 400 for a wrong code
 */
export async function requestActivation(ctx: Ctx, asked: Asked, activation: NewActivation): Promise<void> {
  const item = await openItem(ctx, asked.identifier);
  const { id, producerId, secret: sealed, identifier, generation } = item;
  if (!item.canBeActivated || !sealed || !canMail) throw activationOff();
  const isOpen = and(eq(ownerships.itemId, id), isNull(ownerships.endedAt));
  if ((await ctx.db.$count(ownerships, isOpen)) > 0) throw itemActivated();
  const codeSecret = openSecret(sealed, producerId);
  const isRight = await trySecondCode(ctx, item, asked.network, () =>
    isSecondCode(activation.code, codeSecret, { identifier, sandbox: 0, generation }),
  );
  if (!isRight) throw codeWrong();
  await countMail(ctx, activation.email);
  const secret = newLinkSecret();
  await storeRequest(ctx, item, activation, asked, secret);
  const link = confirmAddress(identifier, secret);
  afterAnswer("mailing an activation", () =>
    sendMail({ to: activation.email, ...activationMail(asked.locale, { brand: item.brand, link }) }),
  );
}

/** Matches a request that waits for a click. */
export const isPending = (secret: string) =>
  and(eq(ownershipRequests.hash, hashOfSecret(secret)), gt(ownershipRequests.expiresAt, new Date()));
