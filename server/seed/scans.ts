import { setImmediate } from "node:timers/promises";
import { type DemoPlan, scansOf } from "@assay/demo-data";
import type { Db } from "@/db/client";
import type { KeptPictures } from "./pictures";
import { GEOGRAPHY, type RecordedScan, recordedScan } from "./recorded";
import { type SeededFile, seedScans } from "./rows";

const SCAN_BATCH_SIZE = 1_000;
/** One in seven scans of counterfeits is a candidate for a photo. */
const PHOTOGRAPHED_ONE_IN = 7;

/** Writes scans while the next ones are generated; returns the number of fakes and the candidates for photos. */
export async function seedScansOf(
  db: Db,
  plan: DemoPlan,
  { producerId, itemIds }: { producerId: string; itemIds: readonly number[] },
  onPart: (seeded: number) => void,
): Promise<{ fakes: number; photographed: RecordedScan[] }> {
  const fakes: RecordedScan[] = [];
  let [count, seeded] = [0, 0];
  let some: RecordedScan[] = [];
  let writing: Promise<void> = Promise.resolve();
  const write = async (rows: RecordedScan[]) => {
    await seedScans(db, producerId, rows, itemIds);
    seeded += rows.length;
    onPart(seeded);
  };
  for (const demo of scansOf(plan, GEOGRAPHY)) {
    const scan = recordedScan(demo, producerId);
    some.push(scan);
    if (scan.copyclassification === "fake" && count++ % PHOTOGRAPHED_ONE_IN === 0 && scan.kind === "cluster")
      fakes.push(scan);
    if (some.length < SCAN_BATCH_SIZE) continue;
    await writing;
    writing = write(some);
    some = [];
    // Yields, so that the statement is sent before the next scans are generated.
    await setImmediate();
  }
  await writing;
  if (some.length > 0) await write(some);
  return { fakes: count, photographed: fakes };
}

/** Gives photos to the newest candidates, so that a demo shows them first. */
export const photosOf = (photographed: readonly RecordedScan[], { snapshots }: KeptPictures): SeededFile[] =>
  photographed.slice(-snapshots.length).flatMap(({ id, timestamp }, i) => {
    const file = snapshots[i];
    return file ? [{ file, scanId: id, at: timestamp.getTime() }] : [];
  });
