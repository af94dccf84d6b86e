import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { ownerLinks } from "@/db/schema/owner-links";
import { type Ownership, ownerships } from "@/db/schema/ownerships";
import { producers } from "@/db/schema/producers";
import { hashOfSecret, newLinkSecret } from "@/server/auth/secrets";
import type { Ctx } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { newId } from "@/server/platform/ids";
import { isOfPage } from "./open-item";
import type { OwnerLink } from "./schema";

type Db = Pick<Ctx, "db">;

/** Links of an ownership: one for each device, and those that were asked for again. */
const MAX_LINKS = 10;

/** Makes a further link to an owner's page, and returns its secret. The newest ten work. */
export async function addOwnerLink(
  { db }: Db,
  { id, producerId }: Pick<Ownership, "id" | "producerId">,
): Promise<string> {
  const secret = newLinkSecret();
  await db
    .insert(ownerLinks)
    .values({ id: newId(), producerId, ownershipId: id, hash: hashOfSecret(secret), createdAt: new Date() });
  await db.execute(sql`
    delete from ${ownerLinks} where id in (
      select id from ${ownerLinks} where ownership_id = ${id} order by created_at desc, id desc offset ${MAX_LINKS})`);
  return secret;
}

/** The open ownership behind one of the links, with its item; undefined without one. */
export async function ownershipOfLinks({ db }: Db, identifier: string, secrets: string[]) {
  if (secrets.length === 0 || identifier.includes("\0")) return undefined;
  const [found] = await db
    .select({ ownership: ownerships, brand: producers.name, identifier: items.identifier })
    .from(ownerLinks)
    .innerJoin(ownerships, eq(ownerships.id, ownerLinks.ownershipId))
    .innerJoin(items, eq(items.id, ownerships.itemId))
    .innerJoin(producers, eq(producers.id, ownerships.producerId))
    .where(
      and(
        inArray(ownerLinks.hash, secrets.map(hashOfSecret)),
        isNull(ownerships.endedAt),
        isOfPage(identifier),
      ),
    )
    .limit(1);
  return found;
}

/**
 * The open ownership behind a link.
 * @throws 404 if the link is unknown or of an earlier owner
 */
export async function ownershipOfLink(ctx: Db, { identifier, secret }: OwnerLink) {
  const found = await ownershipOfLinks(ctx, identifier, [secret]);
  if (!found) throw linkNotOpen();
  return found;
}

/** The 404 for a link that does not work. */
export const linkNotOpen = () =>
  notFound("ownership-link-not-open", "This link does not work, or no longer. Ask for a new one.");
