import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import type { JsonObject } from "../json";
import { people } from "./people";

/** Purposes of a secret that works once. */
export const SECRET_PURPOSES = [
  "password",
  "secondStep",
  "passkeySignIn",
  "newTotp",
  "newPasskey",
  "confirmation",
] as const;

/** Secrets that work once and expire soon: links that set a password, steps of a sign-in, challenges of passkeys. Only the SHA-256 of a secret is stored. */
export const oneTimeSecrets = pgTable(
  "one_time_secrets",
  {
    hash: bytes().primaryKey(),
    purpose: text({ enum: SECRET_PURPOSES }).notNull(),
    personId: serviceId().references(() => people.id, { onDelete: "cascade" }),
    data: jsonb().$type<JsonObject>().notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    index("one_time_secrets_expired").on(t.expiresAt),
    index("one_time_secrets_of_person").on(t.personId),
    check("one_time_secrets_hash_length", sql`octet_length(${t.hash}) = 32`),
    check("one_time_secrets_purpose", sql`${t.purpose} ~ '^[a-zA-Z]{1,40}$'`),
  ],
);
