import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { activationSettings } from "@/db/schema/activation-settings";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { refuseStale, versionOf } from "@/server/domain/shared/version";
import { canMail } from "@/server/platform/mail";
import { seal, UnreadableError, unseal } from "@/server/platform/sealed";
import type { Activation } from "./schema";

const SECRET_BYTES = 32;
const OFF: Activation = { isOn: false, warrantyMonths: null };

const { isOn, warrantyMonths, secret, producerId: ofProducer } = activationSettings;

async function read({ db }: Pick<Ctx, "db">, producerId: string): Promise<Activation> {
  const [row] = await db
    .select({ isOn, warrantyMonths })
    .from(activationSettings)
    .where(eq(ofProducer, producerId));
  return row ?? OFF;
}

/** Activation of the calling producer. */
export const activationOf = (ctx: Ctx): Promise<Activation> => read(ctx, callingProducer(ctx).producerId);

/** The version of the settings, by which a stale save is refused. */
export const versionOfActivation = ({ isOn, warrantyMonths }: Activation): string =>
  versionOf(isOn, warrantyMonths);

/**
 * Changes activation of the calling producer. The first change makes the secret of its second codes. Owners and their warranties stay.
 * @throws 409 without a mail server, whose links confirm activations
 * @throws {StaleVersion} if `seen` is given and no longer the settings' version.
 */
export const setActivation = (ctx: Ctx, wanted: Activation, seen?: string): Promise<Activation> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    // The row of the settings may not exist yet.
    const of = eq(producers.id, producerId);
    const { name } = only(
      await ctx.db.select({ name: producers.name }).from(producers).where(of).for("no key update"),
    );
    const before = await read(ctx, producerId);
    refuseStale(seen, versionOfActivation(before));
    if (wanted.isOn && !before.isOn && !canMail)
      throw conflict(
        "no-mail-server",
        "The service sends no e-mails, and their links confirm activations. Ask an admin for a mail server.",
      );
    const changes = (["isOn", "warrantyMonths"] as const)
      .filter((field) => before[field] !== wanted[field])
      .map((field) => ({ path: `/${field}`, from: before[field], to: wanted[field] }));
    if (changes.length === 0) return before;
    const set = { ...wanted, updatedAt: new Date() };
    const made = seal(randomBytes(SECRET_BYTES).toString("base64"), "second-codes", producerId);
    await ctx.db
      .insert(activationSettings)
      .values({ ...set, producerId, secret: made })
      .onConflictDoUpdate({ target: ofProducer, set });
    await recordAuditEvent(ctx, "activationChanged", { producerId, id: producerId, name, changes });
    return wanted;
  });

/** Opens the sealed secret of a producer's second codes. @throws 409 if its key is lost */
export function openSecret(sealed: Buffer, producerId: string): Buffer {
  try {
    return Buffer.from(unseal(sealed, "second-codes", producerId), "base64");
  } catch (failure) {
    if (!(failure instanceof UnreadableError)) throw failure;
    throw conflict(
      "second-codes-unreadable",
      "The secret of the second codes cannot be read: its key is missing.",
    );
  }
}

/** The secret of the calling producer's second codes. @throws 409 while activation is off */
export async function ownCodeSecret(ctx: Ctx): Promise<Buffer> {
  const { producerId } = callingProducer(ctx);
  const [row] = await ctx.db
    .select({ secret, isOn })
    .from(activationSettings)
    .where(eq(ofProducer, producerId));
  if (!row?.isOn) throw activationOff();
  return openSecret(row.secret, producerId);
}

/** The 409 where items cannot be activated. */
export const activationOff = () => conflict("activation-off", "Items of this producer cannot be activated.");
