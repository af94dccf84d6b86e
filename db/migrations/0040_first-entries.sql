-- The hash of a first entry is computed once, here: the entry comes before its item, which the same statement inserts with
-- the hash. Whether the item, or the entry after it, has it is checked at the end of the statement, for all its entries
-- together.
CREATE OR REPLACE FUNCTION append_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.position = 1 THEN
    NEW.previous_hash := NULL;
    NEW.hash := history_hash(NEW);
    RETURN NEW;
  END IF;
  SELECT history_length + 1, history_hash INTO NEW.position, NEW.previous_hash
    FROM items WHERE id = NEW.item_id FOR NO KEY UPDATE;
  NEW.hash := history_hash(NEW);
  UPDATE items SET history_length = NEW.position, history_hash = NEW.hash WHERE id = NEW.item_id;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_other_first_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added WHERE position = 1 AND NOT EXISTS (
      SELECT FROM items WHERE id = added.item_id AND history_length = 1 AND history_hash = added.hash
    ) AND NOT EXISTS (
      SELECT FROM added AS next WHERE next.item_id = added.item_id AND next.position = 2 AND next.previous_hash = added.hash)
  ) THEN
    RAISE EXCEPTION 'the item has another history than this first entry';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER history_begins AFTER INSERT ON history
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_first_entries();
