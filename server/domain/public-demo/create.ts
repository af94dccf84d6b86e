import { eq, isNull, sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { publicDemo } from "@/db/schema/public-demo";
import type { Ctx } from "@/server/core/ctx";
import { type DemoCodes, isDemoOld } from "./read";

type Db = Pick<Ctx, "db">;

/** Time for the next step of progress; a process that has died delays the next attempt by it. */
const LEASE_SECONDS = 60;
const LEASE_END = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

const ofClosedProducer = sql`exists (select from ${producers}
  where ${producers.id} = ${publicDemo.producerId} and ${producers.closedAt} is not null)`;

/**
 * Takes the exclusive right to create the public demo. Returns false if it exists or another process creates it. A closed
 * or old demo is replaced.
 */
export async function acquireDemoLease({ db }: Db): Promise<boolean> {
  const lease = {
    percent: 0,
    leaseUntil: LEASE_END,
    producerId: null,
    genuineCode: null,
    suspiciousCode: null,
    unknownCode: null,
    createdAt: null,
  };
  const acquired = await db
    .insert(publicDemo)
    .values(lease)
    .onConflictDoUpdate({
      target: publicDemo.only,
      set: lease,
      setWhere: sql`(${publicDemo.producerId} is null and ${publicDemo.leaseUntil} < now()) or ${ofClosedProducer} or ${isDemoOld}`,
    })
    .returning({ only: publicDemo.only });
  return acquired.length > 0;
}

/** Records the progress, from 0 to 100, and prolongs the lease. */
export async function noteDemoProgress({ db }: Db, percent: number): Promise<void> {
  await db.update(publicDemo).set({ percent, leaseUntil: LEASE_END }).where(isNull(publicDemo.producerId));
}

/** Ends the lease after a failure, so that the next visitor can try again. */
export async function releaseDemoLease({ db }: Db): Promise<void> {
  await db
    .update(publicDemo)
    .set({ leaseUntil: sql`now() - interval '1 second'` })
    .where(isNull(publicDemo.producerId));
}

/**
 * Makes a producer the public demo, in the transaction that created it.
 * @throws an error if another process, whose lease followed, was faster: the transaction then leaves nothing
 */
export async function setPublicDemo({ db }: Db, producerId: string, codes: DemoCodes): Promise<void> {
  const set = await db
    .update(publicDemo)
    .set({
      producerId,
      genuineCode: codes.genuine,
      suspiciousCode: codes.suspicious,
      unknownCode: codes.unknown,
      createdAt: new Date(),
      percent: 100,
    })
    .where(isNull(publicDemo.producerId))
    .returning({ producerId: publicDemo.producerId });
  if (set.length === 0) throw new Error("Another process has created the public demo.");
  await db.update(producers).set({ isPublicDemo: true }).where(eq(producers.id, producerId));
}
