import { eq, sql } from "drizzle-orm";
import { alertRules } from "@/db/schema/alert-rules";
import { memberships } from "@/db/schema/memberships";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { producerSuspended } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { newId } from "@/server/platform/ids";
import { nameOfSandbox, refuseInSandbox, sandboxOf } from "./read";

/** Bytes that the files of a sandbox may take, and its records; scans may take as many again. */
const QUOTA = 104_857_600;

/** The alert rules that a sandbox begins with, so that the simulator raises alerts. */
const RULES = [
  {
    name: "Fake rate",
    condition: { kind: "fakeRate", windowHours: 1, percent: 20, minimumScans: 5, of: null },
  },
  { name: "Impossible travel", condition: { kind: "impossibleTravel", windowHours: 1, scans: 1 } },
] as const;

/**
 * Opens the sandbox of the calling producer (decision 0078): the one it has, or a new one with the same members. Returns its id.
 * @throws 409 in a sandbox, 403 if the producer is suspended
 */
export const openSandbox = (ctx: Ctx): Promise<{ id: string }> =>
  inTransaction(ctx, async (ctx) => {
    refuseInSandbox(ctx);
    const { producerId } = callingProducer(ctx);
    // The lock makes concurrent calls wait, so that the later ones find the sandbox.
    const producer = only(
      await ctx.db.select().from(producers).where(eq(producers.id, producerId)).for("no key update"),
    );
    if (producer.suspendedAt) throw producerSuspended();
    const found = await sandboxOf(ctx, producerId);
    if (found) return { id: found.id };
    const id = await createSandbox(ctx, producer);
    await recordAuditEvent(ctx, "sandboxOpened", { producerId, id, name: producer.name });
    return { id };
  });

/** Creates an empty sandbox with the members of its producer. */
export async function createSandbox(
  ctx: Ctx,
  { id: producerId, name }: { id: string; name: string },
): Promise<string> {
  const id = newId();
  await ctx.db.insert(producers).values({
    id,
    name: nameOfSandbox(name),
    sandbox: sql`nextval('sandboxes')`,
    sandboxOf: producerId,
    quota: QUOTA,
    recordQuota: QUOTA,
  });
  await ctx.db.execute(sql`
    insert into ${memberships} (person_id, producer_id, role, created_at)
    select person_id, ${id}::uuid, role, created_at from ${memberships} where producer_id = ${producerId}`);
  const now = new Date();
  await ctx.db.insert(alertRules).values(
    RULES.map((rule) => ({
      ...rule,
      id: newId(),
      producerId: id,
      coolDownHours: 1,
      evaluatedUntil: now,
      createdAt: now,
      updatedAt: now,
    })),
  );
  return id;
}
