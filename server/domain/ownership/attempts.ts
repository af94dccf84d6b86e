import type { Ctx } from "@/server/core/ctx";
import { refusalIn } from "@/server/core/errors";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { countAttempt, keyOf, uncount } from "@/server/domain/shared/count-attempts";

/*
 * Counted in the database, so that parallel attempts and many processes stay within the limit (decision 0085). RATE_LIMITS does not
 * change these limits: they protect second codes and inboxes, not load.
 */
export const MAX_WRONG_CODES = 5;
/** A shop may activate the items of its customers. */
export const MAX_CODES_PER_NETWORK = 30;
const MAX_MAILS_PER_ADDRESS = 5;
const MAX_MAILS_PER_NETWORK = 20;

type Db = Pick<Ctx, "db">;

/**
 * Attempts a second code of an item; it counts as wrong unless `isRight` returns true.
 * @throws 429 after five wrong codes of the item in an hour, even for the right one, and after 30 codes from a network
 */
export async function trySecondCode(
  ctx: Db,
  item: { id: number; identifier: string },
  network: string | undefined,
  isRight: () => boolean,
): Promise<boolean> {
  if (network !== undefined)
    await countAttempt(
      ctx,
      keyOf("second codes from", network),
      MAX_CODES_PER_NETWORK,
      "second codes",
      HOUR_MS,
    );
  // Counted before the comparison, so that concurrent attempts count as well.
  const ofItem = keyOf("second code of", String(item.id));
  await countAttempt(ctx, ofItem, MAX_WRONG_CODES, "wrong second codes", HOUR_MS);
  if (!isRight()) return false;
  await uncount(ctx, ofItem);
  return true;
}

/** Counts a request for an e-mail from a network. @throws 429 beyond 20 in an hour */
export async function countMailRequest(ctx: Db, network: string | undefined): Promise<void> {
  if (network !== undefined)
    await countAttempt(
      ctx,
      keyOf("owner mails from", network),
      MAX_MAILS_PER_NETWORK,
      "mailed links",
      HOUR_MS,
    );
}

const countMailTo = (ctx: Db, kind: "owner mails to" | "owner links to", email: string): Promise<number> =>
  countAttempt(ctx, keyOf(kind, email), MAX_MAILS_PER_ADDRESS, "mailed links", DAY_MS);

/** Counts an activation or transfer that is mailed to an address, of any item. @throws 429 beyond five in a day */
export const countMail = (ctx: Db, email: string): Promise<number> =>
  countMailTo(ctx, "owner mails to", email);

/**
 * Counts a link to an owner's page that is mailed to its owner; false beyond five in a day. Counted apart, because others can use up
 * the e-mails that concern items of their own.
 */
export async function mayMailLink(ctx: Db, email: string): Promise<boolean> {
  try {
    await countMailTo(ctx, "owner links to", email);
    return true;
  } catch (error) {
    if (refusalIn(error)?.kind === "tooManyRequests") return false;
    throw error;
  }
}
