import { eq } from "drizzle-orm";
import { phoneRules } from "@/db/schema/phone-rules";
import type { Ctx } from "@/server/ctx";
import type { Phone } from "./schema";
import { supports } from "./supports";

/** Whether a phone is supported, by the rules that admins keep. */
export async function checkPhoneSupport(ctx: Ctx, phone: Phone): Promise<boolean> {
  const [rule] = await ctx.db.select().from(phoneRules).where(eq(phoneRules.os, phone.os.toLowerCase()));
  return supports(rule, phone);
}
