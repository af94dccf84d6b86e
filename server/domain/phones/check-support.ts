import { eq } from "drizzle-orm";
import { phoneRules } from "@/db/schema/phone-rules";
import type { Ctx } from "@/server/core/ctx";
import type { Phone } from "./schema";
import { type Obstacle, obstacleOf } from "./supports";

/** What keeps a phone from scanning by the rules that admins keep, or nothing. */
export async function phoneObstacle({ db }: Pick<Ctx, "db">, phone: Phone): Promise<Obstacle | undefined> {
  const [rule] = await db.select().from(phoneRules).where(eq(phoneRules.os, phone.os.trim().toLowerCase()));
  return obstacleOf(rule, phone);
}

/** Whether a phone is supported, by the same rules. */
export const checkPhoneSupport = async (ctx: Ctx, phone: Phone): Promise<boolean> =>
  (await phoneObstacle(ctx, phone)) === undefined;
