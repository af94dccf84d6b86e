import { and, eq, or } from "drizzle-orm";
import type { LoopName } from "@/db/schema/loop-states";
import { setAside } from "@/db/schema/set-aside";
import { type Loop, untilEmpty } from "./loop";
import { oldAside } from "./set-aside";

const BATCH_SIZE = 500;

const keyOf = ({ loop, key }: { loop: LoopName; key: string }) => `${loop}/${key}`.slice(0, 400);

/** Gives up pieces that first failed 30 days ago and still fail. */
export const oldSetAside: Loop<{ loop: LoopName; key: string }> = {
  name: "oldSetAside",
  intervalMs: 24 * 3_600_000,
  timeoutMs: 30_000,
  keyOf,
  batches: (run) => untilEmpty(run, () => oldAside(run.db, BATCH_SIZE + run.aside.length), keyOf),
  async work({ db }, some) {
    await db
      .delete(setAside)
      .where(or(...some.map(({ loop, key }) => and(eq(setAside.loop, loop), eq(setAside.key, key)))));
  },
};
