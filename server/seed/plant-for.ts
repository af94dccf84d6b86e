import type { Ctx } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { log } from "@/server/platform/log";
import { joinDemo } from "./join";
import { type DemoProgress, plantDemo } from "./plant";
import { DemoSize } from "./schema";

/** How far the planting is that a person asked for. */
export type Planting =
  | { state: "none" }
  | { state: "underWay"; percent: number; stage: DemoProgress["stage"] }
  | { state: "done"; producerId: string }
  | { state: "failed" };

declare global {
  var assayPlantings: Map<string, Planting> | undefined;
}

/** By person, in this process: who asks while another process plants is told of none. */
function plantings(): Map<string, Planting> {
  globalThis.assayPlantings ??= new Map();
  return globalThis.assayPlantings;
}

export const plantingOf = (personId: string): Planting => plantings().get(personId) ?? { state: "none" };

/** Begins to plant a demo producer of which the person becomes an owner; takes longer than a call may. 409 while one is planted. */
export function startPlanting(ctx: Ctx, personId: string): void {
  const all = plantings();
  if ([...all.values()].some(({ state }) => state === "underWay"))
    throw conflict("demo-under-way", "Demo data is already being created.");
  all.set(personId, { state: "underWay", percent: 0, stage: "pictures" });
  const onProgress = ({ percent, stage }: DemoProgress) =>
    all.set(personId, { state: "underWay", percent, stage });
  const work = async () => {
    const { producerId } = await plantDemo(ctx, { ...DemoSize.parse({}), onProgress });
    await joinDemo(ctx, { producerId, personId });
    all.set(personId, { state: "done", producerId });
  };
  work().catch((err: unknown) => {
    log.error({ requestId: ctx.requestId, err }, "planting a demo failed");
    all.set(personId, { state: "failed" });
  });
}
