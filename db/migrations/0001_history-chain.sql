-- What an entry's hash covers: everything that it says, and the hash before it.
CREATE FUNCTION history_hash(entry history) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(
    encode(entry.previous_hash, 'hex'), entry.id, entry.item_id, entry.position, entry.action,
    extract(epoch from entry.timestamp), entry.actor_type, entry.actor_id, entry.actor_name,
    entry.changes, entry.request_id
  )::text, 'UTF8'))
$$;
--> statement-breakpoint
CREATE FUNCTION append_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT history_length + 1, history_hash INTO NEW.position, NEW.previous_hash
    FROM items WHERE id = NEW.item_id FOR NO KEY UPDATE;
  NEW.hash := history_hash(NEW);
  UPDATE items SET history_length = NEW.position, history_hash = NEW.hash WHERE id = NEW.item_id;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER history_append BEFORE INSERT ON history FOR EACH ROW EXECUTE FUNCTION append_history();
--> statement-breakpoint
CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'history is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER history_append_only BEFORE UPDATE OR DELETE ON history FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
--> statement-breakpoint
CREATE TRIGGER history_not_truncated BEFORE TRUNCATE ON history FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
--> statement-breakpoint
ALTER TABLE items SET (fillfactor = 85);
