import { and, eq } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { identifiers } from "@/db/schema/identifiers";
import { type Producer, producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import { onlyChosen } from "@/server/core/choice";
import { type Ctx, callingAdmin } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { recordAdminAccess } from "@/server/domain/audit-log/admin-access";
import type { ScanFilter } from "@/server/domain/scans/filter";
import { isId } from "@/server/platform/ids";
import { producerNamed } from "./named";

/** A context in which an admin reads as a member of the producer. Only for reads. */
const readingFor = (ctx: Ctx, { id, sandbox }: Pick<Producer, "id" | "sandbox">): Ctx => ({
  ...ctx,
  caller: {
    kind: "producer",
    producerId: id,
    sandbox,
    credential: "session",
    actor: callingAdmin(ctx).actor,
  },
});

/**
 * Opens a producer for an admin, and records the admin access.
 * @throws 404 without the producer.
 */
export async function openProducerAsAdmin(ctx: Ctx, id: string) {
  callingAdmin(ctx);
  const producer = await producerNamed(ctx, id);
  await recordAdminAccess(ctx, "adminSawProducer", { producerId: id, id, name: producer.name });
  return producer;
}

/**
 * Opens the request log of a producer for an admin, and records the admin access.
 * @throws 404 without the producer.
 */
export async function openCallsAsAdmin(ctx: Ctx, id: string): Promise<Ctx> {
  return readingFor(ctx, await openProducerAsAdmin(ctx, id));
}

/** The producer whose scans match a filter: the named one, or that of the item or group; undefined without any of them. */
export async function producerOfFilter(
  { db }: Pick<Ctx, "db">,
  { producer, item, group }: ScanFilter & { producer?: string | undefined },
): Promise<string | undefined> {
  if (producer !== undefined) return producer;
  const groupId = onlyChosen(group);
  const [named] =
    item !== undefined
      ? await db
          .select({ producerId: identifiers.producerId })
          .from(identifiers)
          .where(and(eq(identifiers.identifier, item), eq(identifiers.sandbox, 0)))
      : groupId !== undefined && groupId !== "none"
        ? await db.select({ producerId: groups.producerId }).from(groups).where(eq(groups.id, groupId))
        : [];
  return named?.producerId;
}

/**
 * Opens the scans of a producer for an admin, and records the admin access.
 * @throws 404 without the producer.
 */
export async function openScansAsAdmin(ctx: Ctx, id: string): Promise<Ctx> {
  callingAdmin(ctx);
  const producer = await producerNamed(ctx, id);
  await recordAdminAccess(ctx, "adminSawScans", { producerId: id, id, name: producer.name });
  return readingFor(ctx, producer);
}

/**
 * Opens a scan of any producer for an admin, and records the admin access.
 * @throws 404 without the scan.
 */
export async function openScanAsAdmin(ctx: Ctx, id: string): Promise<Ctx> {
  callingAdmin(ctx);
  const [scan] = isId(id)
    ? await ctx.db
        .select({ producerId: scans.producerId, sandbox: producers.sandbox, identifier: scans.identifier })
        .from(scans)
        .innerJoin(producers, eq(producers.id, scans.producerId))
        .where(eq(scans.id, id))
    : [];
  if (!scan) throw notFound("scan-not-found", `There is no scan ${id}.`);
  const { producerId, sandbox, identifier } = scan;
  await recordAdminAccess(ctx, "adminSawScan", { producerId, id, name: identifier });
  return readingFor(ctx, { id: producerId, sandbox });
}
