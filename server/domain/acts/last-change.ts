import { and, desc, eq, isNull } from "drizzle-orm";
import { type Act, acts } from "@/db/schema/acts";
import type { Ctx } from "@/server/core/ctx";

/** Who made the newest change of something, and when; null where that is not known. */
export interface LastChange {
  by: string | null;
  at: Date | null;
}

const MAX_WALKED = 500;

/** The newest change of something among the newest acts on things of its kind. */
export async function lastChangeOf(
  { db }: Pick<Ctx, "db">,
  {
    producerId,
    kind,
    id,
    changes,
  }: {
    producerId: string | null;
    kind: Act["targetKind"];
    id: string;
    changes: Act["act"];
  },
): Promise<LastChange> {
  const of = producerId === null ? isNull(acts.producerId) : eq(acts.producerId, producerId);
  const newest = db
    .select({ by: acts.actorName, at: acts.at, targetId: acts.targetId, act: acts.act, id: acts.id })
    .from(acts)
    .where(and(of, eq(acts.targetKind, kind)))
    .orderBy(desc(acts.at), desc(acts.id))
    .limit(MAX_WALKED)
    .as("newest");
  const [last] = await db
    .select({ by: newest.by, at: newest.at })
    .from(newest)
    .where(and(eq(newest.targetId, id), eq(newest.act, changes)))
    .orderBy(desc(newest.at), desc(newest.id))
    .limit(1);
  return last ?? { by: null, at: null };
}
