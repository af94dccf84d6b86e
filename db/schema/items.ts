import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import type { JsonObject, VerificationInfo } from "../json";
import { searchedProducer, searchedText } from "../searched";
import { groups } from "./groups";
import { identifiers } from "./identifiers";

/** Items. Deleted items stay as rows, which their scans reference. */
export const items = pgTable(
  "items",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    identifier: text().notNull(),
    producerId: serviceId().notNull(),
    sandbox: integer().notNull().default(0),
    groupId: serviceId(),
    title: text(),
    image: text(),
    data: jsonb().$type<JsonObject>().notNull().default({}),
    verificationinfos: jsonb().$type<VerificationInfo[]>().notNull().default([]),
    scans: bigint({ mode: "number" }).notNull().default(0),
    fakes: bigint({ mode: "number" }).notNull().default(0),
    /** Only for its index: an index on the counter itself would be written with every scan. */
    hasFakes: boolean().notNull().generatedAlwaysAs(sql`fakes > 0`),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    invalidatedAt: moment(),
    deletedAt: moment(),
    /** Since when a deleted item has only its identifier and its counters. */
    purgedAt: moment(),
    /** Length and last hash of the item's history chain; kept by the trigger of the history table. */
    historyLength: integer().notNull().default(0),
    historyHash: bytes(),
  },
  (t) => [
    foreignKey({
      name: "items_identifier_of_producer",
      columns: [t.identifier, t.sandbox, t.producerId],
      foreignColumns: [identifiers.identifier, identifiers.sandbox, identifiers.producerId],
    }),
    foreignKey({
      name: "items_group_of_same_producer",
      columns: [t.groupId, t.producerId],
      foreignColumns: [groups.id, groups.producerId],
    }),
    unique("items_of_producer").on(t.id, t.producerId),
    uniqueIndex("items_identifier").on(t.identifier, t.sandbox).where(sql`deleted_at is null`),
    index("items_by_producer").on(t.producerId, t.createdAt, t.id).where(sql`deleted_at is null`),
    index("items_by_update").on(t.producerId, t.updatedAt, t.id).where(sql`deleted_at is null`),
    index("items_by_identifier")
      .on(t.producerId, sql`${t.identifier} collate "C"`, t.id)
      .where(sql`deleted_at is null`),
    index("items_invalidated")
      .on(t.producerId, t.createdAt, t.id)
      .where(sql`deleted_at is null and invalidated_at is not null`),
    index("items_with_fakes")
      .on(t.producerId, t.createdAt, t.id)
      .where(sql`deleted_at is null and has_fakes = true`),
    index("items_in_no_group")
      .on(t.producerId, t.createdAt, t.id)
      .where(sql`deleted_at is null and group_id is null`),
    index("items_search").using("gin", searchedProducer(t.producerId), sql`${searchedText(t)} gin_trgm_ops`),
    // Only the beginning, because texts may exceed the size of an index entry.
    index("items_by_image")
      .on(t.producerId, sql`left(${t.image}, 300)`)
      .where(sql`deleted_at is null and image is not null`),
    index("items_by_group").on(t.groupId, t.createdAt, t.id).where(sql`group_id is not null`),
    index("items_to_purge").on(t.deletedAt).where(sql`deleted_at is not null and purged_at is null`),
    check("items_counters", sql`${t.fakes} >= 0 and ${t.scans} >= ${t.fakes}`),
    check("items_data_object", sql`jsonb_typeof(${t.data}) = 'object'`),
    check("items_verificationinfos_array", sql`jsonb_typeof(${t.verificationinfos}) = 'array'`),
    check("items_invalidated_is_final", sql`${t.invalidatedAt} is null or ${t.deletedAt} is null`),
    check(
      "items_purged",
      sql`${t.purgedAt} is null or (${t.deletedAt} is not null and ${t.historyLength} = 0 and num_nonnulls(${t.title}, ${t.image}) = 0 and ${t.data} = '{}' and ${t.verificationinfos} = '[]')`,
    ),
    check("items_deleted_in_no_group", sql`${t.deletedAt} is null or ${t.groupId} is null`),
  ],
);

export type Item = typeof items.$inferSelect;
