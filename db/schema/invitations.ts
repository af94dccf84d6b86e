import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import { ROLES } from "./memberships";
import { people } from "./people";
import { producers } from "./producers";

/** Invitations to act for a producer. Only the SHA-256 of the link's secret is stored. */
export const invitations = pgTable(
  "invitations",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    email: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    hash: bytes().notNull(),
    /** The link was sent to the e-mail address alone, so that its use proves the address. */
    provesEmail: boolean().notNull().default(false),
    /** Null where the service itself invited, or a person who was deleted since. */
    invitedBy: serviceId().references(() => people.id, { onDelete: "set null" }),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    revokedAt: moment(),
  },
  (t) => [
    uniqueIndex("invitations_hash").on(t.hash),
    uniqueIndex("invitations_one_open")
      .on(t.producerId, t.email)
      .where(sql`accepted_at is null and revoked_at is null`),
    index("invitations_by_producer").on(t.producerId, t.createdAt.desc(), t.id.desc()),
    index("invitations_open").on(t.createdAt, t.id).where(sql`accepted_at is null and revoked_at is null`),
    index("invitations_by_email").on(t.email),
    check("invitations_email_lower_case", sql`${t.email} = lower(${t.email})`),
    check("invitations_email_form", sql`${t.email} like '_%@_%' and char_length(${t.email}) <= 254`),
    check("invitations_role", sql`${t.role} in ('owner', 'editor', 'viewer', 'inspector')`),
    check("invitations_hash_length", sql`octet_length(${t.hash}) = 32`),
    check("invitations_expire", sql`${t.expiresAt} > ${t.createdAt}`),
    check("invitations_one_end", sql`${t.acceptedAt} is null or ${t.revokedAt} is null`),
  ],
);
