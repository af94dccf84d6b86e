import { type Ctx, inTransaction } from "@/server/core/ctx";
import { insertRecommendedRules } from "@/server/domain/alerts/recommended-rules";
import type { Language } from "@/server/domain/people/schema";
import { createProducer, type NewProducer } from "./create";

/** Creates a producer as it starts: with credentials and the recommended alert rules, named in a language. */
export const openProducer = (ctx: Ctx, name: string, locale: Language): Promise<NewProducer> =>
  inTransaction(ctx, async (ctx) => {
    const made = await createProducer(ctx, name);
    await insertRecommendedRules(ctx, { producerId: made.producerId, locale });
    return made;
  });
