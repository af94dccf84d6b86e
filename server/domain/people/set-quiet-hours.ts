import { and, eq, isNull } from "drizzle-orm";
import type { QuietHours } from "@/db/quiet-hours";
import { alertNotices } from "@/db/schema/alert-notices";
import { people } from "@/db/schema/people";
import { type Ctx, inTransaction } from "@/server/core/ctx";

/** The quiet hours of a person; null without any. */
export async function quietHoursOf({ db }: Pick<Ctx, "db">, personId: string): Promise<QuietHours | null> {
  const [person] = await db
    .select({ quietHours: people.quietHours })
    .from(people)
    .where(eq(people.id, personId));
  return person?.quietHours ?? null;
}

/** Sets the quiet hours of a person. Notices that wait for their end are decided anew. */
export const setQuietHours = (ctx: Ctx, personId: string, quietHours: QuietHours | null): Promise<void> =>
  inTransaction(ctx, async ({ db }) => {
    await db.update(people).set({ quietHours, updatedAt: new Date() }).where(eq(people.id, personId));
    await db
      .update(alertNotices)
      .set({ dueAt: new Date() })
      .where(
        and(
          eq(alertNotices.personId, personId),
          eq(alertNotices.heldFor, "quietHours"),
          isNull(alertNotices.sentAt),
          isNull(alertNotices.givenUpAt),
        ),
      );
  });
