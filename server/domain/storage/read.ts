import { eq, sql } from "drizzle-orm";
import type { Producer } from "@/db/schema/producers";
import { fullProducers, type RECORD_KINDS, storageBytes } from "@/db/schema/storage";
import type { Ctx } from "@/server/core/ctx";

/** Bytes that a producer uses, by kind. */
export type StorageBytes = Record<"files" | "scanImages" | (typeof RECORD_KINDS)[number], number>;

export interface Storage {
  bytes: StorageBytes;
  /** Bytes that files may take; images of scans may take as many again. */
  fileQuota: number;
  /** Bytes that items, groups, webhooks and history may take together; data of scans may take as many again. */
  recordQuota: number;
  /** Whether new scans are stored without their data. */
  isScanDataFull: boolean;
  /** Whether all records are summed up; soon after an upgrade they may not be. */
  isMeasured: boolean;
}

/** Reads a producer's use of storage, and its quotas. */
export async function readStorage({ db }: Pick<Ctx, "db">, producer: Producer): Promise<Storage> {
  const [rows, full] = await Promise.all([
    db
      .select({ kind: storageBytes.kind, bytes: sql<number>`sum(${storageBytes.bytes})::float8` })
      .from(storageBytes)
      .where(eq(storageBytes.producerId, producer.id))
      .groupBy(storageBytes.kind),
    db.select().from(fullProducers).where(eq(fullProducers.producerId, producer.id)),
  ]);
  const bytesOf = (kind: (typeof RECORD_KINDS)[number]) =>
    Math.max(0, rows.find((row) => row.kind === kind)?.bytes ?? 0);
  return {
    bytes: {
      files: producer.contentBytes,
      scanImages: producer.scanImageBytes,
      scans: bytesOf("scans"),
      items: bytesOf("items"),
      groups: bytesOf("groups"),
      webhooks: bytesOf("webhooks"),
      history: bytesOf("history"),
      events: bytesOf("events"),
    },
    fileQuota: producer.quota,
    recordQuota: producer.recordQuota,
    isScanDataFull: full.length > 0,
    isMeasured: producer.storageMeasuredAt !== null,
  };
}
