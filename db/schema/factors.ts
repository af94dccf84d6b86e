import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import { people } from "./people";

export const FACTOR_KINDS = ["totp", "passkey"] as const;

/** The second factors of people: authenticator apps and passkeys. */
export const factors = pgTable(
  "factors",
  {
    id: serviceId().primaryKey(),
    personId: serviceId()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    kind: text({ enum: FACTOR_KINDS }).notNull(),
    name: text().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
    /** The sealed secret of an authenticator app. */
    secret: bytes(),
    /** The half minute of the last accepted code of an app, or the last counter of a passkey: neither works twice. */
    counter: bigint({ mode: "number" }).notNull(),
    credentialId: text(),
    publicKey: bytes(),
    transports: jsonb().$type<string[]>(),
  },
  (t) => [
    index("factors_of_person").on(t.personId),
    unique("factors_credential").on(t.credentialId),
    check("factors_kind", sql`${t.kind} in ('totp', 'passkey')`),
    check("factors_name_length", sql`char_length(${t.name}) between 1 and 100`),
    check(
      "factors_whole",
      sql`case ${t.kind} when 'totp' then ${t.secret} is not null and ${t.credentialId} is null
        else ${t.secret} is null and num_nonnulls(${t.credentialId}, ${t.publicKey}, ${t.transports}) = 3 end`,
    ),
  ],
);

export type Factor = typeof factors.$inferSelect;

/** Recovery codes that are not used yet. Only the SHA-256 of a code of 80 random bits is stored. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    personId: serviceId()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    hash: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.hash] }),
    check("recovery_codes_hash_length", sql`octet_length(${t.hash}) = 32`),
  ],
);
