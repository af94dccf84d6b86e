-- expand
-- Item by item: statistics of items that still arrive would choose a plan that reads all items of the service.
CREATE OR REPLACE FUNCTION note_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pending_bytes
  SELECT producer_id, 'history', (CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END) * sum(bytes) FROM (
    SELECT (SELECT producer_id FROM items WHERE items.id = noted.item_id) AS producer_id, array_bytes(noted.changes) AS bytes
    FROM noted
  ) AS entry WHERE producer_id IS NOT NULL GROUP BY producer_id;
  RETURN NULL;
END
$$;
