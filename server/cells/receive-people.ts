import type { TransactionSql } from "postgres";
import { conflict } from "@/server/core/errors";

const THEIRS = "jsonb_populate_recordset(null::people, $1::text::jsonb -> 'people') theirs";
const IS_SAME_IDENTITY = "ours.oidc_issuer = theirs.oidc_issuer and ours.oidc_subject = theirs.oidc_subject";

/** A person who has an account in this cell keeps it: rows then name that one. */
export const PEOPLE = `
  select coalesce(jsonb_object_agg(theirs.id, coalesce(found.id, theirs.id)), '{}') as ids
  from ${THEIRS} left join lateral (
    select ours.id from people ours where ours.id = theirs.id or ours.email = theirs.email or (${IS_SAME_IDENTITY})
    order by ours.id = theirs.id desc, (${IS_SAME_IDENTITY}) is true desc limit 1) found on true`;

/** Others than themselves who have an e-mail of theirs without a proof. */
const UNPROVEN = `people ours, ${THEIRS}
  where ours.email = theirs.email and ours.id <> theirs.id and ours.email_proven_at is null and ours.disabled_at is null
    and not exists (select from people other where other.id = theirs.id or (
      other.oidc_issuer = theirs.oidc_issuer and other.oidc_subject = theirs.oidc_subject))`;

/** Of two accounts without a proof, either may be an impostor's. */
const DISPUTED = `select ours.email from ${UNPROVEN} and theirs.email_proven_at is null limit 1`;

/** Who proved the e-mail elsewhere gets the account, without its second factors, as with an invitation that proves it. */
const TAKE_OVER = `with taken as (update people set name = theirs.name, email_proven_at = theirs.email_proven_at, locale = theirs.locale,
    quiet_hours = theirs.quiet_hours,
    password_hash = theirs.password_hash, oidc_issuer = theirs.oidc_issuer, oidc_subject = theirs.oidc_subject,
    session_version = people.session_version + 1, updated_at = now()
  from ${UNPROVEN} and theirs.email_proven_at is not null and theirs.disabled_at is null and people.id = ours.id returning people.id),
  factor as (delete from factors using taken where person_id = taken.id),
  link as (delete from one_time_secrets using taken where person_id = taken.id and purpose = 'password')
  delete from recovery_codes using taken where person_id = taken.id`;

/** A person who is disabled before the move ends cannot sign in here either: their row may have arrived earlier. Admins here stay. */
const DISABLED = `update people set disabled_at = theirs.disabled_at, session_version = people.session_version + 1, updated_at = now()
  from ${THEIRS} where people.id = theirs.id and people.disabled_at is null and not people.is_admin and theirs.disabled_at is not null`;

/** They are no admins here, and sign in anew: which of their sessions have ended is not known here. */
const NEW_PEOPLE = `insert into people select made.*
  from ${THEIRS} cross join lateral jsonb_populate_record(theirs, jsonb_build_object(
    'is_admin', false, 'session_version', theirs.session_version + 1)) made
  where not exists (select from people ours where ours.email = theirs.email or (${IS_SAME_IDENTITY})) on conflict (id) do nothing`;

/**
 * Adds the people in `body` who have no account in this cell. @throws 409 where another account may be theirs
 */
export async function receivePeople(tx: TransactionSql, body: string): Promise<void> {
  const [disputed] = await tx.unsafe<{ email: string }[]>(DISPUTED, [body]);
  if (disputed)
    throw conflict(
      "unproven-account",
      `Two cells have an account ${disputed.email} whose e-mail is not proven. Prove it with: npm run -s user.`,
    );
  await tx.unsafe(TAKE_OVER, [body]);
  await tx.unsafe(DISABLED, [body]);
  await tx.unsafe(NEW_PEOPLE, [body]);
}
