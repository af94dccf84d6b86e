import { bigint, pgTable, pgView, primaryKey, text } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";
import { producers } from "./producers";

/** The kinds of a producer's records whose bytes are counted. */
export const RECORD_KINDS = ["scans", "items", "groups", "webhooks", "history", "events"] as const;

const columns = () => ({
  producerId: serviceId().notNull(),
  kind: text({ enum: RECORD_KINDS }).notNull(),
  bytes: bigint({ mode: "number" }).notNull(),
});

/** Changes of bytes since they were last added up, written by triggers (decision 0042). */
export const pendingBytes = pgTable("pending_bytes", columns());

/** Bytes of a producer's records, added up every second. */
export const rollupBytes = pgTable("rollup_bytes", columns(), (t) => [
  primaryKey({ columns: [t.producerId, t.kind] }),
]);

/** Both of them, and the bytes of scans that are not counted yet. Sum the rows of a key. */
export const storageBytes = pgView("storage_bytes", columns()).existing();

/** Producers whose quota for scanners' data is used up: new scans are stored without it. Nearly always empty; each scan reads it. */
export const fullProducers = pgTable("full_producers", {
  producerId: serviceId()
    .primaryKey()
    .references(() => producers.id),
});
