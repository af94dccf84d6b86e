import { bigint, pgTable, pgView, primaryKey, text } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";
import { producers } from "./producers";

/** What a producer's records are, as far as their bytes are counted. */
export const RECORD_KINDS = ["scans", "items", "groups", "webhooks", "history", "events"] as const;

const columns = () => ({
  producerId: serviceId().notNull(),
  kind: text({ enum: RECORD_KINDS }).notNull(),
  bytes: bigint({ mode: "number" }).notNull(),
});

/** Bytes that came or went since they were last added up, written by triggers (decision 0042). */
export const pendingBytes = pgTable("pending_bytes", columns());

/** Bytes of a producer's records, added up every second. */
export const rollupBytes = pgTable("rollup_bytes", columns(), (t) => [
  primaryKey({ columns: [t.producerId, t.kind] }),
]);

/** Both of them, and what scans brought that are not counted yet: rows of one key are summed up. */
export const storageBytes = pgView("storage_bytes", columns()).existing();

/** Producers whose quota for scanners' data is used up: new scans are kept without it. Nearly always empty, as each scan looks here. */
export const fullProducers = pgTable("full_producers", {
  producerId: serviceId()
    .primaryKey()
    .references(() => producers.id),
});
