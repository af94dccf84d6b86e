import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { memberships } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { publicDemo } from "@/db/schema/public-demo";
import type { Ctx } from "@/server/core/ctx";
import { demoReadOnly } from "@/server/core/errors";
import { hasPublicDemo } from "@/server/platform/env";

type Db = Pick<Ctx, "db">;

/** Creating a demo takes longer, so every process knows that one is created before its codes exist. */
const STATE_MAX_AGE_MS = 500;
const CODES_MAX_AGE_MS = 30_000;

interface State {
  producerId: string | null;
  /** Whether a demo is created, whose codes may exist at any moment. */
  isUnderWay: boolean;
}

/** What was read, and when: each recorded scan asks for it. */
let state: { at: number; read: Promise<State> } | undefined;
let codes: { at: number; of: string | null; read: Promise<ReadonlySet<string>> } | undefined;

async function readState({ db }: Db): Promise<State> {
  const [row] = await db
    .select({
      producerId: publicDemo.producerId,
      isUnderWay: sql<boolean>`${publicDemo.producerId} is null and ${publicDemo.leaseUntil} > now()`,
    })
    .from(publicDemo);
  return row ?? { producerId: null, isUnderWay: false };
}

/** The codes of all that visitors see: until a new demo has replaced it, the old one, too. */
async function readCodes({ db }: Db): Promise<ReadonlySet<string>> {
  const visited = db
    .select({ id: memberships.producerId })
    .from(memberships)
    .innerJoin(people, and(eq(people.id, memberships.personId), eq(people.isDemoVisitor, true)));
  const rows = await db
    .select({ identifier: items.identifier, unknown: publicDemo.unknownCode })
    .from(items)
    .leftJoin(publicDemo, eq(publicDemo.producerId, items.producerId))
    .where(and(inArray(items.producerId, visited), isNull(items.deletedAt)));
  return new Set(rows.flatMap(({ identifier, unknown }) => [identifier, unknown ?? identifier]));
}

/** Forgets what was read, after a failure and once a demo was created. */
export const forgetDemoCodes = (): void => {
  state = undefined;
  codes = undefined;
};

async function currentState(ctx: Db): Promise<State> {
  const last = state;
  if (last && Date.now() - last.at <= STATE_MAX_AGE_MS) {
    const read = await last.read;
    if (!read.isUnderWay) return read;
  }
  const read = readState(ctx);
  state = { at: Date.now(), read };
  read.catch(forgetDemoCodes);
  return read;
}

/** Whether a code is one of the public demo. All visitors see it, so nothing is recorded of its codes: no scan, no place, no report. */
export async function isDemoCode(ctx: Db, code: string): Promise<boolean> {
  if (!hasPublicDemo) return false;
  const { producerId } = await currentState(ctx);
  if (codes === undefined || codes.of !== producerId || Date.now() - codes.at > CODES_MAX_AGE_MS) {
    const read = readCodes(ctx);
    codes = { at: Date.now(), of: producerId, read };
    read.catch(forgetDemoCodes);
  }
  return (await codes.read).has(code);
}

/** @throws 403 for a code of the public demo */
export async function refuseDemoCode(ctx: Db, code: string): Promise<void> {
  if (await isDemoCode(ctx, code)) throw demoReadOnly();
}
