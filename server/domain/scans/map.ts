import { createHash } from "node:crypto";
import type { Ctx } from "@/server/ctx";
import type { Picture } from "@/server/domain/contents/scale";
import { notFound } from "@/server/errors";
import { derivatives } from "@/server/platform/derivatives";
import { renderScanMap, type ScanMap } from "@/server/platform/map/scan-map";
import { ownScan } from "./read";

/** How a map is asked for; `beforeMaking` is called when it has to be drawn, and may refuse that. */
export type MapWish = Pick<ScanMap, "width" | "height" | "scale" | "locale"> & {
  beforeMaking(): Promise<void>;
};

/**
 * A map of the place of one of the caller's scans, as a PNG. 404 for another producer's scan, too, and for a scan
 * without a location.
 */
export async function mapOfScan(ctx: Ctx, id: string, { beforeMaking, ...size }: MapWish): Promise<Picture> {
  const { latitude, longitude, copyclassification } = await ownScan(ctx, id);
  if (latitude === null || longitude === null) {
    throw notFound("scan-without-location", `Scan ${id} has no location.`);
  }
  const map: ScanMap = { latitude, longitude, classification: copyclassification, ...size };
  const version = `${id}-map-${createHash("sha256").update(JSON.stringify(map)).digest("hex").slice(0, 16)}`;
  const bytes = await derivatives().take(version, async () => {
    await beforeMaking();
    return renderScanMap(map);
  });
  return { type: "image/png", bytes, version };
}
