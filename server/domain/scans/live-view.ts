import { z } from "zod";
import type { ListedScan } from "./listed";
import { CLASSIFICATIONS } from "./schema";

const Text = z.string().nullable();

/** A scan of a live feed: a listed scan as JSON, without findings since it is sent before its assessment. */
export const LiveScan = z.object({
  id: z.string(),
  identifier: z.string(),
  /** Milliseconds. */
  timestamp: z.number(),
  copyclassification: z.enum(CLASSIFICATIONS),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  country: Text,
  continent: Text,
  os: Text,
  device: Text,
  softwareversion: Text,
  creator: Text,
  itemTitle: Text,
  groupId: Text,
});

export type LiveScan = z.output<typeof LiveScan>;

export const liveScan = ({ reasons: _, ...scan }: ListedScan): LiveScan => ({
  ...scan,
  timestamp: scan.timestamp.getTime(),
});
