import { and, eq } from "drizzle-orm";
import { activationSettings } from "@/db/schema/activation-settings";
import { identifiers } from "@/db/schema/identifiers";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { hashOfSecret, newLinkSecret } from "@/server/auth/secrets";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { secondCodeOf } from "@/server/domain/ownership/second-codes";
import { openSecret, setActivation } from "@/server/domain/ownership/settings";
import type { NewProducer } from "@/server/domain/producers/create";
import { newId } from "@/server/platform/ids";
import { ctxOf, itemRow, newItem, newProducer, systemCtx } from "./factories";

/** A producer with activation, which needs a mail server. */
export async function newActivatingProducer(warrantyMonths: number | null = 24): Promise<NewProducer> {
  const producer = await newProducer("Norvane");
  await setActivation(ctxOf(producer), { isOn: true, warrantyMonths });
  return producer;
}

/** The second code of a code of the producer, as a label prints it. */
export async function codeOf({ producerId }: NewProducer, identifier: string, sandbox = 0): Promise<string> {
  const { db } = systemCtx();
  const { secret } = only(
    await db.select().from(activationSettings).where(eq(activationSettings.producerId, producerId)),
  );
  const { secondCodeGeneration: generation } = only(
    await db
      .select()
      .from(identifiers)
      .where(and(eq(identifiers.identifier, identifier), eq(identifiers.sandbox, sandbox))),
  );
  return secondCodeOf(openSecret(secret, producerId), { identifier, sandbox, generation });
}

/** An item that can be activated, with its second code. */
export async function newActivatable(producer: NewProducer, fields = {}) {
  const identifier = await newItem(producer, fields);
  return { identifier, code: await codeOf(producer, identifier) };
}

/** Stores activations that wait for a click, beyond their limit. Returns the secrets of their links. */
export async function pendingActivations(identifier: string, count: number): Promise<string[]> {
  const { id: itemId, producerId } = await itemRow(identifier);
  const secrets = Array.from({ length: count }, newLinkSecret);
  const createdAt = new Date();
  await systemCtx()
    .db.insert(ownershipRequests)
    .values(
      secrets.map((secret, n) => ({
        id: newId(),
        producerId,
        itemId,
        kind: "activation" as const,
        email: `owner-${n}@people.test`,
        locale: "en" as const,
        hash: hashOfSecret(secret),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + DAY_MS),
      })),
    );
  return secrets;
}
