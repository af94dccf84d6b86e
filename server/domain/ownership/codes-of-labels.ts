import { and, eq, inArray } from "drizzle-orm";
import { identifiers } from "@/db/schema/identifiers";
import { type Ctx, callingProducer, sandboxIn } from "@/server/core/ctx";
import { secondCodeOf } from "./second-codes";

/** The second codes of some codes of the caller, reserved ones included, by the secret of `ownCodeSecret`. */
export async function secondCodesOf(ctx: Ctx, secret: Buffer, codes: string[]): Promise<Map<string, string>> {
  const sandbox = sandboxIn(ctx);
  const rows = await ctx.db
    .select({ identifier: identifiers.identifier, generation: identifiers.secondCodeGeneration })
    .from(identifiers)
    .where(
      and(
        inArray(identifiers.identifier, codes),
        eq(identifiers.sandbox, sandbox),
        eq(identifiers.producerId, callingProducer(ctx).producerId),
      ),
    );
  return new Map(
    rows.map(({ identifier, generation }) => [
      identifier,
      secondCodeOf(secret, { identifier, sandbox, generation }),
    ]),
  );
}
