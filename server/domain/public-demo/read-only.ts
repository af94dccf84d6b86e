import { and, eq, isNull } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { publicDemo } from "@/db/schema/public-demo";
import type { Ctx } from "@/server/core/ctx";
import { demoReadOnly } from "@/server/core/errors";
import { hasPublicDemo } from "@/server/platform/env";

type Db = Pick<Ctx, "db">;

const MAX_AGE_MS = 30_000;

/** The codes of the public demo, read now and then: each recorded scan asks for them. */
let known: { at: number; codes: Promise<ReadonlySet<string>> } | undefined;

async function readCodes({ db }: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ identifier: items.identifier, unknown: publicDemo.unknownCode })
    .from(publicDemo)
    .innerJoin(items, and(eq(items.producerId, publicDemo.producerId), isNull(items.deletedAt)));
  return new Set(rows.flatMap(({ identifier, unknown }) => [identifier, unknown ?? identifier]));
}

/** Forgets the codes that were read, once a demo was created. */
export const forgetDemoCodes = (): void => {
  known = undefined;
};

/**
 * Whether a code is one of the public demo. All visitors see it, so nothing is recorded of its codes: no scan, no place, no
 * report. Other processes know the codes of a new demo 30 seconds later.
 */
export async function isDemoCode(ctx: Db, code: string): Promise<boolean> {
  if (!hasPublicDemo) return false;
  const now = Date.now();
  if (known === undefined || now - known.at > MAX_AGE_MS) {
    const codes = readCodes(ctx);
    known = { at: now, codes };
    codes.catch(forgetDemoCodes);
  }
  return (await known.codes).has(code);
}

/** @throws 403 for a code of the public demo */
export async function refuseDemoCode(ctx: Db, code: string): Promise<void> {
  if (await isDemoCode(ctx, code)) throw demoReadOnly();
}
