import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

/** Who may sign in to the dashboard. */
export const people = pgTable(
  "people",
  {
    id: serviceId().primaryKey(),
    /** In lower case, so that nobody is there twice. */
    email: text().notNull(),
    /** Since when it is known that the e-mail is theirs: by a mailed link, an identity provider, or an operator's word. */
    emailProvenAt: moment(),
    name: text().notNull(),
    /** Argon2id; nothing for people who sign in elsewhere (OpenID Connect). */
    passwordHash: text(),
    /** Who they are at the identity provider, from their first sign-in there on: an e-mail may be given to somebody else. */
    oidcIssuer: text(),
    oidcSubject: text(),
    isAdmin: boolean().notNull().default(false),
    /** A session holds the version it began with, and ends when the two differ. */
    sessionVersion: integer().notNull().default(1),
    /** The language of their choice; nothing leaves it to the browser. */
    locale: text(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
    lastSignInAt: moment(),
    /** From then on nobody signs in with it. */
    disabledAt: moment(),
  },
  (t) => [
    unique("people_email").on(t.email),
    unique("people_oidc_identity").on(t.oidcIssuer, t.oidcSubject),
    index("people_newest").on(t.createdAt, t.id),
    check("people_email_lower_case", sql`${t.email} = lower(${t.email})`),
    check("people_email_form", sql`${t.email} like '_%@_%' and char_length(${t.email}) <= 254`),
    check("people_name_length", sql`char_length(${t.name}) between 1 and 200`),
    check("people_password_hash", sql`${t.passwordHash} like '$argon2id$%'`),
    check("people_oidc_whole", sql`(${t.oidcIssuer} is null) = (${t.oidcSubject} is null)`),
    check("people_oidc_proves", sql`${t.oidcSubject} is null or ${t.emailProvenAt} is not null`),
    check("people_session_version", sql`${t.sessionVersion} > 0`),
    check("people_locale", sql`char_length(${t.locale}) between 2 and 35`),
  ],
);

export type Person = typeof people.$inferSelect;
