import type { DemoScan, DemoSighting, Geography } from "@assay/demo-data";
import { deviceOf } from "@/server/domain/scans/device";
import { newId } from "@/server/platform/ids";
import { placeAt, placeOfCountry } from "@/server/platform/place";

/** The service's own places, so that demo scans have the country that recorded ones would have. */
export const GEOGRAPHY: Geography = { placeAt, placeOfCountry };

/** A demo scan as the service would have recorded it, but for item and group. */
export type RecordedScan = ReturnType<typeof recordedScan>;

/** Completes a demo scan. Ids are random, not reproducible: they must not be guessable. */
export const recordedScan = ({ isStaff, ...scan }: DemoScan, producerId: string) => ({
  id: newId(scan.timestamp.getTime()),
  ...scan,
  ...deviceOf(scan),
  creator: isStaff ? producerId : null,
});

/** Completes a demo sighting, of which the service keeps no infos. */
export const recordedSighting = ({ deviceInfo, softwareInfo, ...sighting }: DemoSighting) => ({
  id: newId(sighting.timestamp.getTime()),
  ...sighting,
  ...deviceOf({ deviceInfo, softwareInfo }),
});
