import { type Ctx, inTransaction, systemCtx } from "@/server/core/ctx";
import {
  acquireDemoLease,
  noteDemoProgress,
  releaseDemoLease,
  setPublicDemo,
} from "@/server/domain/public-demo/create";
import { forgetDemoCodes } from "@/server/domain/public-demo/read-only";
import { addVisitor } from "@/server/domain/public-demo/visitor";
import { log } from "@/server/platform/log";
import { demoCodesOf } from "./demo-codes";
import { DemoSize } from "./schema";
import { seedDemo } from "./seed-demo";

const HEARTBEAT_INTERVAL_MS = 15_000;

/**
 * Writes the progress outside of the transaction that seeds, one write after the other, and the last one again and again:
 * while the seeding waits for another one, the lease must not end, or each visitor would begin one more.
 */
function progressOf(ctx: Ctx, heartbeatMs: number) {
  let written: Promise<unknown> = Promise.resolve();
  let last = 0;
  const note = (percent: number) => {
    last = percent;
    written = written
      .then(() => noteDemoProgress(ctx, percent))
      .catch((err: unknown) => log.warn({ err }, "the progress of the demo was not noted"));
  };
  const heartbeat = setInterval(() => note(last), heartbeatMs).unref();
  return {
    note,
    done: () => {
      clearInterval(heartbeat);
      return written;
    },
  };
}

async function create(ctx: Ctx, size: DemoSize, heartbeatMs: number): Promise<void> {
  const progress = progressOf(ctx, heartbeatMs);
  const work = inTransaction(ctx, async (ctx) => {
    const onProgress = ({ percent }: { percent: number }) => progress.note(percent);
    const { producerId } = await seedDemo(ctx, { ...size, onProgress });
    await addVisitor(ctx, producerId);
    const codes = await demoCodesOf(ctx.db, producerId);
    await progress.done();
    await setPublicDemo(ctx, producerId, codes);
  });
  await work.finally(progress.done);
  forgetDemoCodes();
}

/**
 * Creates the public demo (decision 0086) unless it exists or a process creates it: its producer, person and codes in one
 * transaction, in the background. Returns the end of the work; undefined where another call does it.
 */
export async function startPublicDemo(
  database: Pick<Ctx, "db" | "batchClient">,
  requestId: string,
  size: DemoSize = DemoSize.parse({}),
  heartbeatMs = HEARTBEAT_INTERVAL_MS,
): Promise<{ done: Promise<void> } | undefined> {
  const ctx = systemCtx(database, requestId);
  if (!(await acquireDemoLease(ctx))) return undefined;
  const done = create(ctx, size, heartbeatMs).catch(async (err: unknown) => {
    log.error({ requestId, err }, "creating the public demo failed");
    await releaseDemoLease(ctx).catch(() => {});
  });
  return { done };
}
