import { eq } from "drizzle-orm";
import { erasures } from "@/db/schema/erasures";
import { actorIn, type Ctx, inTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { newId } from "@/server/platform/ids";
import { log } from "@/server/platform/log";
import { concernedBy } from "./concerned";
import { beginErasure } from "./erase";
import { hintOf } from "./hint";
import type { Subject } from "./schema";
import { producerAskedFor } from "./subject";

/**
 * Stores a request and its author.
 * @throws 404 without personal data of the subject.
 */
const storeRequest = (ctx: Ctx, subject: Subject): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const { scans, sightings } = await concernedBy(ctx, subject);
    if (scans + sightings === 0) {
      throw notFound("nothing-to-erase", "There is nothing personal of that, or it is erased already.");
    }
    const [id, producerId, actor, hint] = [newId(), producerAskedFor(ctx), actorIn(ctx), hintOf(subject)];
    await ctx.db.insert(erasures).values({
      id,
      producerId,
      ...("scan" in subject
        ? { kind: "scan" as const, scanId: subject.scan }
        : { kind: "device" as const, device: subject.device, hint }),
      requestedAt: new Date(),
      requestedBy: actor.type === "user" ? actor.id : null,
      requestedByName: actor.name,
    });
    await recordAuditEvent(ctx, "erasureRequested", { producerId, id, name: hint });
    return id;
  });

interface Requested {
  id: string;
  /** Whether the first step has erased everything. */
  isDone: boolean;
}

/**
 * Erases the personal data of the caller's scans of a subject, for admins those of every producer: place, device, software,
 * data and images, in every table and file. The first step runs at once, all others run in the background.
 * @throws 404 without personal data of the subject.
 */
export async function requestErasure(ctx: Ctx, subject: Subject): Promise<Requested> {
  const id = await storeRequest(ctx, subject);
  await beginErasure(ctx, id).catch((err: unknown) =>
    log.warn({ err, erasure: id }, "first step of the erasure failed; the background loop continues"),
  );
  const { doneAt } = only(
    await ctx.db.select({ doneAt: erasures.doneAt }).from(erasures).where(eq(erasures.id, id)),
  );
  return { id, isDone: doneAt !== null };
}
