-- Whatever takes a credential's power away makes every process forget what it remembered (server/auth/credentials.ts).
CREATE FUNCTION raise_credential_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE credential_epoch SET epoch = epoch + 1;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER tokens_changed AFTER UPDATE ON tokens FOR EACH ROW
  WHEN ((OLD.hash, OLD.kind, OLD.producer_id, OLD.expires_at, OLD.revoked_at)
    IS DISTINCT FROM (NEW.hash, NEW.kind, NEW.producer_id, NEW.expires_at, NEW.revoked_at))
  EXECUTE FUNCTION raise_credential_epoch();
--> statement-breakpoint
CREATE TRIGGER tokens_deleted AFTER DELETE ON tokens FOR EACH ROW EXECUTE FUNCTION raise_credential_epoch();
