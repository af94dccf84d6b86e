import { asc, eq, sql } from "drizzle-orm";
import { alertChannels } from "@/db/schema/alert-channels";
import { type AlertNotice, alertNotices } from "@/db/schema/alert-notices";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";

const MAX_SHOWN = 200;

/** A recipient of an alert, and what became of the notice. */
export interface ToldRecipient
  extends Pick<
    AlertNotice,
    "id" | "sentAt" | "givenUpAt" | "dueAt" | "heldFor" | "failure" | "attemptsMade"
  > {
  name: string;
  by: "email" | "slack" | "teams";
}

/** Reads who is told of an alert, in the order in which they are. */
export const toldOf = ({ db }: Pick<Ctx, "db">, alertId: string): Promise<ToldRecipient[]> =>
  db
    .select({
      id: alertNotices.id,
      name: sql<string>`coalesce(${people.name}, ${alertChannels.name})`,
      by: sql<ToldRecipient["by"]>`coalesce(${alertChannels.kind}, 'email')`,
      sentAt: alertNotices.sentAt,
      givenUpAt: alertNotices.givenUpAt,
      dueAt: alertNotices.dueAt,
      heldFor: alertNotices.heldFor,
      failure: alertNotices.failure,
      attemptsMade: alertNotices.attemptsMade,
    })
    .from(alertNotices)
    .leftJoin(people, eq(people.id, alertNotices.personId))
    .leftJoin(alertChannels, eq(alertChannels.id, alertNotices.channelId))
    .where(eq(alertNotices.alertId, alertId))
    .orderBy(
      sql`coalesce(${alertNotices.sentAt}, ${alertNotices.givenUpAt}, ${alertNotices.dueAt})`,
      asc(alertNotices.id),
    )
    .limit(MAX_SHOWN);
