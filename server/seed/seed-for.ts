import type { Ctx } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { log } from "@/server/platform/log";
import { joinDemo } from "./join";
import { DemoSize } from "./schema";
import { type DemoProgress, seedDemo } from "./seed-demo";

/** The progress of the seeding that a person started. */
export type Seeding =
  | { state: "none" }
  | { state: "underWay"; percent: number; stage: DemoProgress["stage"] }
  | { state: "done"; producerId: string }
  | { state: "failed" };

declare global {
  var assaySeedings: Map<string, Seeding> | undefined;
}

/** Seedings by person, in this process only: other processes report none. */
function seedings(): Map<string, Seeding> {
  globalThis.assaySeedings ??= new Map();
  return globalThis.assaySeedings;
}

export const seedingOf = (personId: string): Seeding => seedings().get(personId) ?? { state: "none" };

/**
 * Starts seeding a demo producer that the person will own, in the background since it exceeds the timeout of a call.
 *
 * @throws 409 while another seeding runs.
 */
export function startSeeding(ctx: Ctx, personId: string): void {
  const all = seedings();
  if ([...all.values()].some(({ state }) => state === "underWay"))
    throw conflict("demo-under-way", "Demo data is already being created.");
  all.set(personId, { state: "underWay", percent: 0, stage: "pictures" });
  const onProgress = ({ percent, stage }: DemoProgress) =>
    all.set(personId, { state: "underWay", percent, stage });
  const work = async () => {
    const { producerId } = await seedDemo(ctx, { ...DemoSize.parse({}), onProgress });
    await joinDemo(ctx, { producerId, personId });
    all.set(personId, { state: "done", producerId });
  };
  work().catch((err: unknown) => {
    log.error({ requestId: ctx.requestId, err }, "seeding demo data failed");
    all.set(personId, { state: "failed" });
  });
}
