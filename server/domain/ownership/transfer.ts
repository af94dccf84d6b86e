import { eq } from "drizzle-orm";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { hashOfSecret, newLinkSecret } from "@/server/auth/secrets";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { DAY_MS } from "@/server/core/time";
import { afterAnswer } from "@/server/platform/after-answer";
import { newId } from "@/server/platform/ids";
import { canMail, sendMail } from "@/server/platform/mail";
import { countMail, countMailRequest } from "./attempts";
import { linkNotOpen, ownershipOfLink } from "./links";
import { lockOpen } from "./lock";
import { transferMail } from "./mails";
import { confirmAddress } from "./paths";
import type { Asked, OwnerLink } from "./schema";

const VALID_MS = 7 * DAY_MS;

/**
 * Offers the item to a next owner, who confirms it by mail within seven days. An earlier offer ends.
 * @throws 404 if the link is not the owner's, 409 while the item is reported as stolen or without a mail server, 429 beyond the limits of e-mails
 */
export async function requestTransfer(ctx: Ctx, link: OwnerLink, email: string, asked: Asked): Promise<void> {
  const { brand, ownership } = await ownershipOfLink(ctx, link);
  if (!canMail) throw conflict("no-mail-server", "The service sends no e-mails.");
  await countMailRequest(ctx, asked.network);
  await countMail(ctx, email);
  const secret = newLinkSecret();
  await inTransaction(ctx, async (ctx) => {
    const open = await lockOpen(ctx, ownership);
    if (!open) throw linkNotOpen();
    if (open.stolenAt)
      throw conflict("item-stolen", "The item is reported as stolen. Withdraw the report first.");
    await deleteOffer(ctx, ownership.id);
    const now = new Date();
    await ctx.db.insert(ownershipRequests).values({
      id: newId(now.getTime()),
      producerId: ownership.producerId,
      itemId: ownership.itemId,
      kind: "transfer",
      ownershipId: ownership.id,
      email,
      locale: asked.locale,
      hash: hashOfSecret(secret),
      createdAt: now,
      expiresAt: new Date(now.getTime() + VALID_MS),
    });
  });
  const address = confirmAddress(link.identifier, secret);
  afterAnswer("mailing a transfer", () =>
    sendMail({ to: email, ...transferMail(asked.locale, { brand, link: address }) }),
  );
}

const deleteOffer = ({ db }: Pick<Ctx, "db">, ownershipId: string) =>
  db.delete(ownershipRequests).where(eq(ownershipRequests.ownershipId, ownershipId));

/** Takes the offer back; a transfer that is confirmed already stays. @throws 404 if the link is not the owner's */
export async function cancelTransfer(ctx: Ctx, link: OwnerLink): Promise<void> {
  const { ownership } = await ownershipOfLink(ctx, link);
  await deleteOffer(ctx, ownership.id);
}
