import { sql } from "drizzle-orm";

/** The text whose SHA-256 is the hash of an entry (`history_hash` in the database), for a query in which it is `entry`. */
export const HISTORY_TEXT = sql.raw(`jsonb_build_array(
  encode(entry.previous_hash, 'hex'), entry.id, entry.item_id, entry.position, entry.action,
  extract(epoch from entry.timestamp), entry.actor_type, entry.actor_id, entry.actor_name,
  entry.changes, entry.request_id)::text`);
