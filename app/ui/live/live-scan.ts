import type { inferRouterOutputs } from "@trpc/server";
import { isRecord } from "@/server/core/is-record";
import type { AppRouter } from "@/server/trpc/root";

/** A scan as lists show it. */
export type ListedScan = inferRouterOutputs<AppRouter>["scans"]["list"]["entries"][number];

const VERDICTS: readonly ListedScan["copyclassification"][] = ["original", "fake", "unknown", "error"];

const textOf = (value: unknown) => (typeof value === "string" ? value : null);
const numberOf = (value: unknown) => (typeof value === "number" ? value : null);

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Parse a scan of the live feed; undefined if the shape is wrong. */
export function liveScanOf(json: string): ListedScan | undefined {
  const data = parsed(json);
  if (!isRecord(data)) return undefined;
  const { id, identifier, timestamp } = data;
  const copyclassification = VERDICTS.find((verdict) => verdict === data.copyclassification);
  if (typeof id !== "string" || typeof identifier !== "string") return undefined;
  if (typeof timestamp !== "number" || copyclassification === undefined) return undefined;
  return {
    id,
    identifier,
    timestamp: new Date(timestamp),
    copyclassification,
    latitude: numberOf(data.latitude),
    longitude: numberOf(data.longitude),
    country: textOf(data.country),
    continent: textOf(data.continent),
    os: textOf(data.os),
    device: textOf(data.device),
    softwareversion: textOf(data.softwareversion),
    creator: textOf(data.creator),
    itemTitle: textOf(data.itemTitle),
    groupId: textOf(data.groupId),
    reasons: null,
  };
}

/** Compare newest first, like the lists. */
export const byNewest = (a: ListedScan, b: ListedScan) =>
  b.timestamp.getTime() - a.timestamp.getTime() || (a.id < b.id ? 1 : -1);
