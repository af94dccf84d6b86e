import { randomBytes } from "node:crypto";
import type { Ctx } from "@/server/core/ctx";
import { createItem } from "@/server/domain/items/create";
import { ownedItem } from "@/server/domain/items/read";
import { recordScan } from "@/server/domain/scans/record";
import { scansOf } from "./played-scans";
import { refuseOutsideSandbox } from "./read";
import type { Scenario, Simulation } from "./schema";

const TITLES: Record<Scenario, string> = {
  genuine: "Genuine item",
  copiedCode: "Item with a copied code",
  impossibleTravel: "Item that travels too fast",
  burst: "Item in a burst of scans",
};

async function newItem(ctx: Ctx, scenario: Scenario): Promise<string> {
  const identifier = `SIM-${scenario}-${randomBytes(4).toString("hex")}`;
  await createItem(ctx, { identifier, title: TITLES[scenario], data: { simulated: true } });
  return identifier;
}

/**
 * Plays the scans of a scenario in the calling sandbox: each is recorded, counted, assessed and delivered like one of a scanner
 * app. Returns the item and the number of scans.
 * @throws 409 outside a sandbox, 404 or 403 for an item that is not the sandbox's
 */
export async function simulateScans(
  ctx: Ctx,
  { scenario, identifier: wanted }: Simulation,
): Promise<{ identifier: string; scans: number }> {
  refuseOutsideSandbox(ctx);
  if (wanted !== undefined) await ownedItem(ctx, wanted);
  const identifier = wanted ?? (await newItem(ctx, scenario));
  const scans = scansOf(scenario, identifier);
  // One after the other, so that times are in the order of the scenario.
  for (const scan of scans) await recordScan(ctx, scan, undefined);
  return { identifier, scans: scans.length };
}
