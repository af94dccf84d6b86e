import { z } from "zod";
import { Identifier } from "@/server/domain/items/schema";

/** What the simulator plays. */
export const SCENARIOS = ["genuine", "copiedCode", "impossibleTravel", "burst"] as const;
export type Scenario = (typeof SCENARIOS)[number];

export const Simulation = z.object({
  scenario: z.enum(SCENARIOS),
  /** An item of the sandbox; without it, one is registered. */
  identifier: Identifier.optional(),
});
export type Simulation = z.output<typeof Simulation>;
