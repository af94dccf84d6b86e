import { eq } from "drizzle-orm";
import { factors } from "@/db/schema/factors";
import { sessions } from "@/db/schema/sessions";
import type { Ctx } from "@/server/core/ctx";
import { deleteRecoveryCodes } from "./recovery-codes";

type Db = Pick<Ctx, "db">;

/** Without a factor there is nothing that a session or a recovery code could stand for. */
export async function forgetProofs(ctx: Db, personId: string): Promise<void> {
  await deleteRecoveryCodes(ctx, personId);
  await ctx.db.update(sessions).set({ secondFactorAt: null }).where(eq(sessions.personId, personId));
}

/** Removes all factors of a person. */
export async function forgetFactors(ctx: Db, personId: string): Promise<void> {
  await ctx.db.delete(factors).where(eq(factors.personId, personId));
  await forgetProofs(ctx, personId);
}
