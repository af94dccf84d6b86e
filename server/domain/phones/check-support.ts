import { eq } from "drizzle-orm";
import { phoneRules } from "@/db/schema/phone-rules";
import type { Ctx } from "@/server/core/ctx";
import type { Phone } from "./schema";
import { type Obstacle, obstacleOf } from "./supports";

/** The reason why the admins' rules exclude a phone; undefined if it can scan. */
export async function phoneObstacle({ db }: Pick<Ctx, "db">, phone: Phone): Promise<Obstacle | undefined> {
  const [rule] = await db.select().from(phoneRules).where(eq(phoneRules.os, phone.os.trim().toLowerCase()));
  return obstacleOf(rule, phone);
}

/** Whether the admins' rules support a phone. */
export const checkPhoneSupport = async (ctx: Ctx, phone: Phone): Promise<boolean> =>
  (await phoneObstacle(ctx, phone)) === undefined;
