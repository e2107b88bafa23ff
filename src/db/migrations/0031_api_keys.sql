-- API keys, by which programs call operations for the super admin who made them (docs/decisions/0059-api-keys.md).

SET LOCAL lock_timeout = '10s';
--> statement-breakpoint
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(btrim(name)) BETWEEN 1 AND 40),
  -- The beginning of the key, by which people recognise it.
  prefix text NOT NULL CHECK (prefix ~ '^aso_[A-Za-z0-9_-]{6}$'),
  -- SHA-256 of the key, in hex. The key itself, 256 random bits, is stored nowhere.
  hash text NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$'),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0
    AND scopes <@ ARRAY['orders:read', 'orders:write', 'products:read', 'products:write']),
  created_by uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  -- In UTC.
  last_used_on date,
  revoked_at timestamptz
);
--> statement-breakpoint
CREATE INDEX api_keys_created_by_idx ON api_keys (created_by);
--> statement-breakpoint
-- The order of the list: what can be used first.
CREATE INDEX api_keys_list_idx ON api_keys ((revoked_at IS NOT NULL), created_at DESC, id DESC);
--> statement-breakpoint
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Requests never read the hash, and change nothing of a key but that it is revoked.
GRANT SELECT (id, name, prefix, scopes, created_by, created_at, expires_at, last_used_on, revoked_at),
  INSERT (id, name, prefix, hash, scopes, created_by, expires_at), UPDATE (revoked_at) ON api_keys TO aso_web;
--> statement-breakpoint
GRANT SELECT, UPDATE (last_used_on) ON api_keys TO aso_auth;
--> statement-breakpoint
CREATE POLICY super_admin_reads ON api_keys FOR SELECT TO aso_web USING ((select is_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY super_admin_inserts ON api_keys FOR INSERT TO aso_web
  WITH CHECK (created_by = (select caller()) AND (select is_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY super_admin_revokes ON api_keys FOR UPDATE TO aso_web
  USING (revoked_at IS NULL AND (select is_super_admin((select caller()))))
  WITH CHECK (revoked_at IS NOT NULL AND (select is_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY sign_in ON api_keys TO aso_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE FUNCTION api_keys_most() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.api_keys'));
  IF (SELECT count(*) FROM api_keys WHERE revoked_at IS NULL) >= 50 THEN
    RAISE EXCEPTION 'too many API keys' USING ERRCODE = 'check_violation', CONSTRAINT = 'api_keys_most';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_keys_most BEFORE INSERT ON api_keys FOR EACH ROW WHEN (current_user = 'aso_web') EXECUTE FUNCTION api_keys_most();
--> statement-breakpoint

-- ── A key as the caller ──────────────────────────────────────────────────────────────────────────

-- As before; without an API key, also after a transaction of one.
CREATE OR REPLACE FUNCTION set_caller(user_id uuid, operation text DEFAULT NULL, summary text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM
    set_config('app.user', coalesce(user_id || '@' || extract(epoch FROM transaction_timestamp()), ''), true),
    set_config('app.api_key', '', true),
    set_config('app.operation', coalesce(operation, ''), true),
    set_config('app.summary', coalesce(summary, ''), true),
    set_config('app.undo_of', '', true),
    set_config('app.ip_address', '', true),
    set_config('app.user_agent', '', true),
    set_config('app.reason', '', true),
    set_config('app.quiet', '', true),
    set_config('aso.is_seed', '', true),
    set_config('search_path', 'public,pg_temp', true);
END $$;
--> statement-breakpoint
-- The same with the API key, or NULL, by which the user's program calls.
CREATE FUNCTION set_caller(user_id uuid, operation text, summary text, api_key uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.set_caller(user_id, operation, summary);
  PERFORM set_config('app.api_key', coalesce(api_key::text, ''), true);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION set_caller(uuid, text, text, uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION set_caller(uuid, text, text, uuid) TO aso_web;
--> statement-breakpoint
-- A key has the rights of an admin at most, although a super admin made it.
CREATE OR REPLACE FUNCTION is_super_admin(user_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE SET search_path = public, pg_temp
AS $$ SELECT coalesce(current_setting('app.api_key', true), '') = ''
  AND EXISTS (SELECT FROM profiles p WHERE p.id = user_id AND p.role = 'super_admin' AND NOT p.banned) $$;
--> statement-breakpoint
-- What the history and the timeline of an order call this transaction's key; NULL without one.
CREATE FUNCTION api_key_name() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT 'API key “' || k.name || '”' FROM api_keys k WHERE k.id = nullif(current_setting('app.api_key', true), '')::uuid $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION api_key_name() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION api_key_name() TO aso_web;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION own_name() RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(api_key_name(), nullif(btrim(p.first_name || ' ' || p.last_name), ''), nullif(p.name, ''), p.email)
  FROM profiles p WHERE p.id = caller()
$$;
--> statement-breakpoint
DO $$
DECLARE
  source text := pg_get_functiondef('finish_change_set()'::regprocedure);
BEGIN
  IF strpos(source, $q$user_name(caller()), 'database')$q$) = 0 THEN
    RAISE EXCEPTION 'finish_change_set() does not name its actor';
  END IF;
  EXECUTE replace(source, $q$user_name(caller()), 'database')$q$, $q$api_key_name(), user_name(caller()), 'database')$q$);
END $$;
