-- API keys in the audit log, whoever makes or revokes them (docs/decisions/0059-api-keys.md).

-- An event of the user who made the key, with its name and what it may do; with an actor if somebody else acts.
CREATE FUNCTION note_api_key() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO account_events (kind, matter, user_id, actor_id, ip_address, user_agent, detail)
  VALUES (CASE TG_OP WHEN 'INSERT' THEN 'api_key_made' ELSE 'api_key_revoked' END, 'rights', NEW.created_by, nullif(caller(), NEW.created_by),
    nullif(left(current_setting('app.ip_address', true), 64), ''), nullif(left(current_setting('app.user_agent', true), 400), ''),
    jsonb_build_object('name', NEW.name, 'scopes', array_to_string(NEW.scopes, ', ')));
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_api_key() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER note_api_key AFTER INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION note_api_key();
--> statement-breakpoint
CREATE TRIGGER note_api_key_revoked AFTER UPDATE OF revoked_at ON api_keys FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION note_api_key();
