import { and, eq } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { ownerships } from "@/db/schema/ownerships";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { afterAnswer } from "@/server/platform/after-answer";
import { canMail, sendMail } from "@/server/platform/mail";
import { countMailRequest, mayMailLink } from "./attempts";
import { addOwnerLink } from "./links";
import { ownerMail } from "./mails";
import { isOfPage } from "./open-item";
import { ownerAddress } from "./paths";
import type { Asked } from "./schema";

async function mailLink(ctx: Ctx, identifier: string, email: string): Promise<void> {
  // The e-mail of an ended ownership is null.
  const [found] = await ctx.db
    .select({ ownership: ownerships, brand: producers.name })
    .from(ownerships)
    .innerJoin(items, eq(items.id, ownerships.itemId))
    .innerJoin(producers, eq(producers.id, ownerships.producerId))
    .where(and(isOfPage(identifier), eq(ownerships.email, email)));
  if (!found || !(await mayMailLink(ctx, email))) return;
  const link = ownerAddress(identifier, await addOwnerLink(ctx, found.ownership));
  await sendMail({ to: email, ...ownerMail(found.ownership.locale, { brand: found.brand, link }) });
}

/**
 * Mails a link to the owner's page if the address is the owner's. The search and the mail follow the answer, so that neither the
 * answer nor its time tells whose item it is.
 * @throws 409 without a mail server, 429 beyond the limit of a network
 */
export async function requestOwnerLink(ctx: Ctx, asked: Asked, email: string): Promise<void> {
  if (!canMail) throw conflict("no-mail-server", "The service sends no e-mails.");
  await countMailRequest(ctx, asked.network);
  if (asked.identifier.includes("\0")) return;
  afterAnswer("mailing an owner's link", () => mailLink(ctx, asked.identifier, email));
}
