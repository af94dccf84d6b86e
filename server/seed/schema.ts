import { z } from "zod";

/** The size of a demo. */
export const DemoSize = z.object({
  items: z.int().min(1).max(100_000).default(500),
  scans: z.int().min(0).max(5_000_000).default(20_000),
  /** Days that the scans cover, up to now. */
  days: z.int().min(1).max(1_095).default(90),
});
export type DemoSize = z.output<typeof DemoSize>;
