-- expand
-- The hash of history_hash, computed in place: a call with the whole row cost a tenth of adding an item. Whatever checks
-- histories computes it with history_hash, so that a difference between the two would show at once.
CREATE OR REPLACE FUNCTION append_history() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- The first entry comes before its item, which has the hash from the same statement.
  is_first constant boolean := NEW.position IS NOT DISTINCT FROM 1;
BEGIN
  IF is_first THEN
    NEW.previous_hash := NULL;
  ELSE
    SELECT history_length + 1, history_hash INTO NEW.position, NEW.previous_hash
      FROM items WHERE id = NEW.item_id FOR NO KEY UPDATE;
  END IF;
  NEW.hash := sha256(convert_to(jsonb_build_array(
    encode(NEW.previous_hash, 'hex'), NEW.id, NEW.item_id, NEW.position, NEW.action,
    extract(epoch from NEW.timestamp), NEW.actor_type, NEW.actor_id, NEW.actor_name,
    NEW.changes, NEW.request_id
  )::text, 'UTF8'));
  IF NOT is_first THEN
    UPDATE items SET history_length = NEW.position, history_hash = NEW.hash WHERE id = NEW.item_id;
  END IF;
  RETURN NEW;
END
$$;
