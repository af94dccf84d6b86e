import { eq, sql } from "drizzle-orm";
import { people } from "@/db/schema/people";
import type { Ctx } from "@/server/core/ctx";
import { voidOneTimeSecrets } from "./one-time-secrets";

/** Ends all sessions of a person, at once and in every process, and voids links that set the password. */
export async function signOutEverywhere(ctx: Pick<Ctx, "db">, personId: string): Promise<void> {
  await voidOneTimeSecrets(ctx, "password", personId);
  await ctx.db
    .update(people)
    .set({ sessionVersion: sql`${people.sessionVersion} + 1` })
    .where(eq(people.id, personId));
}
