import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { areQuietHours, type QuietHours } from "../quiet-hours";

/** The people who may sign in to the dashboard. */
export const people = pgTable(
  "people",
  {
    id: serviceId().primaryKey(),
    /** In lower case, so that no person exists twice. */
    email: text().notNull(),
    /** When the e-mail was proven to be theirs: by a mailed link, an identity provider, or an operator. */
    emailProvenAt: moment(),
    name: text().notNull(),
    /** Argon2id; null for people who sign in by OpenID Connect. */
    passwordHash: text(),
    /** The identity at the provider, from the first sign-in there: an e-mail address may be reassigned to another person. */
    oidcIssuer: text(),
    oidcSubject: text(),
    isAdmin: boolean().notNull().default(false),
    /** Whether it is the person as whom all visitors of the public demo are signed in: no account (decision 0086). */
    isDemoVisitor: boolean().notNull().default(false),
    /** A session stores the version of its start, and ends when the two differ. */
    sessionVersion: integer().notNull().default(1),
    /** The chosen language; null leaves it to the browser. */
    locale: text(),
    /** When alerts wait. */
    quietHours: jsonb().$type<QuietHours>(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
    lastSignInAt: moment(),
    /** Since when signing in is refused. */
    disabledAt: moment(),
  },
  (t) => [
    unique("people_email").on(t.email),
    unique("people_oidc_identity").on(t.oidcIssuer, t.oidcSubject),
    uniqueIndex("people_one_demo_visitor").on(t.isDemoVisitor).where(sql`is_demo_visitor`),
    index("people_newest").on(t.createdAt, t.id),
    check("people_email_lower_case", sql`${t.email} = lower(${t.email})`),
    check("people_email_form", sql`${t.email} like '_%@_%' and char_length(${t.email}) <= 254`),
    check("people_name_length", sql`char_length(${t.name}) between 1 and 200`),
    check("people_password_hash", sql`${t.passwordHash} like '$argon2id$%'`),
    check("people_oidc_whole", sql`(${t.oidcIssuer} is null) = (${t.oidcSubject} is null)`),
    check("people_oidc_proves", sql`${t.oidcSubject} is null or ${t.emailProvenAt} is not null`),
    check("people_session_version", sql`${t.sessionVersion} > 0`),
    check("people_quiet", areQuietHours(t.quietHours)),
    check(
      "people_demo_visitor",
      sql`not ${t.isDemoVisitor} or (num_nonnulls(${t.passwordHash}, ${t.oidcSubject}, ${t.emailProvenAt}, ${t.quietHours}) = 0
        and not ${t.isAdmin} and ${t.email} like '%.invalid')`,
    ),
    check("people_locale", sql`char_length(${t.locale}) between 2 and 35`),
  ],
);

export type Person = typeof people.$inferSelect;
