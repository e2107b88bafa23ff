-- Every way in: second steps, passkeys, identities of other houses, and the journal of all of it.

-- ── Sessions ─────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE sessions
  ADD COLUMN way text CHECK (way IN ('password', 'phone', 'code', 'confirmation', 'single_sign_on', 'passkey')),
  ADD COLUMN second_step text CHECK (second_step IN ('app', 'backup_code', 'remembered')),
  ADD COLUMN proven_at timestamptz,
  -- Five minutes behind at most: see callerOf.
  ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
-- A session that ends is told to every process by its person's id: her streams of events end, and open again as
-- who is left.
CREATE TRIGGER tell_delete AFTER DELETE ON sessions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_changes('user_id');
--> statement-breakpoint

-- ── Second step ──────────────────────────────────────────────────────────────────────────────────

CREATE TABLE two_factors (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL UNIQUE REFERENCES profiles ON DELETE CASCADE,
  secret text NOT NULL,
  -- Hashes with one salt: a single statement uses a code up, whoever else is trying.
  backup_codes text[] NOT NULL DEFAULT '{}' CHECK (cardinality(backup_codes) <= 10),
  backup_salt text NOT NULL DEFAULT '',
  verified boolean NOT NULL DEFAULT false,
  last_step bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (NOT verified OR (last_step IS NOT NULL AND backup_salt <> ''))
);
--> statement-breakpoint
ALTER TABLE two_factors ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON two_factors TO aso_auth;
--> statement-breakpoint
CREATE POLICY auth_all ON two_factors TO aso_auth USING (true) WITH CHECK (true);
--> statement-breakpoint

-- ── Passkeys ─────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  name text CHECK (length(name) <= 100),
  public_key text NOT NULL,
  credential_id text NOT NULL UNIQUE,
  counter bigint NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  aaguid text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
--> statement-breakpoint
CREATE INDEX passkeys_user_idx ON passkeys (user_id);
--> statement-breakpoint
ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO aso_auth;
--> statement-breakpoint
CREATE POLICY auth_all ON passkeys TO aso_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
-- At most twenty a person. Two at once wait for one another at her row.
CREATE FUNCTION passkeys_guard() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM profiles WHERE id = NEW.user_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM passkeys WHERE user_id = NEW.user_id) >= 20 THEN
    RAISE EXCEPTION 'no more than twenty passkeys' USING ERRCODE = 'check_violation', CONSTRAINT = 'most_passkeys';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER passkeys_guard BEFORE INSERT ON passkeys FOR EACH ROW EXECUTE FUNCTION passkeys_guard();
--> statement-breakpoint
REVOKE ALL ON FUNCTION passkeys_guard() FROM PUBLIC;
--> statement-breakpoint

-- ── Identities of other houses ───────────────────────────────────────────────────────────────────

-- The address that the other house gave when it last said who this is: for the person to tell hers apart by.
ALTER TABLE accounts ADD COLUMN address text CHECK (length(address) <= 254);
--> statement-breakpoint

-- ── The journal ──────────────────────────────────────────────────────────────────────────────────

CREATE TABLE account_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (length(kind) <= 40),
  matter text NOT NULL CHECK (matter IN ('sign_in', 'failure', 'account', 'rights')),
  user_id uuid REFERENCES profiles ON DELETE SET NULL,
  subject text NOT NULL DEFAULT '' CHECK (length(subject) <= 254),
  search text COLLATE "C" GENERATED ALWAYS AS (fold(subject)) STORED,
  actor_id uuid REFERENCES profiles ON DELETE SET NULL,
  ip_address text CHECK (length(ip_address) <= 64),
  user_agent text CHECK (length(user_agent) <= 400),
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX account_events_created_idx ON account_events (created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX account_events_user_idx ON account_events (user_id, created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX account_events_matter_idx ON account_events (matter, created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX account_events_search_idx ON account_events USING gin (search gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX account_events_actor_idx ON account_events (actor_id) WHERE actor_id IS NOT NULL;
--> statement-breakpoint
ALTER TABLE account_events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Sign-in writes and, after half a year, forgets; the owner reads; nobody changes what happened.
GRANT SELECT, INSERT, DELETE ON account_events TO aso_auth;
--> statement-breakpoint
CREATE POLICY auth_all ON account_events TO aso_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT ON account_events TO aso_web;
--> statement-breakpoint
CREATE POLICY own_or_super ON account_events FOR SELECT TO aso_web
  USING (user_id = (select caller()) OR (select is_super_admin((select caller()))));
--> statement-breakpoint
-- The whole journal, for a super admin; for any other caller it is empty. As with `people`, this asks once, before
-- the first row, so that a search finds its index.
CREATE VIEW journal AS
  SELECT id, kind, matter, user_id, subject, search, actor_id, ip_address, user_agent, detail, created_at
  FROM account_events WHERE (SELECT is_super_admin((SELECT caller())));
--> statement-breakpoint
GRANT SELECT ON journal TO aso_web;
--> statement-breakpoint

-- ── Roles and bans ───────────────────────────────────────────────────────────────────────────────

GRANT UPDATE (banned) ON profiles TO aso_web;
--> statement-breakpoint
CREATE OR REPLACE VIEW people AS
  SELECT id, email, first_name, last_name, role, created_at, search, banned
  FROM profiles WHERE (SELECT is_super_admin((SELECT caller())));
--> statement-breakpoint
-- A role is given and taken, somebody is banned and let in again, by a super admin, never by oneself; and the last
-- super admin who may come in stays one.
CREATE OR REPLACE FUNCTION profiles_guard() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.role, NEW.banned) IS NOT DISTINCT FROM (OLD.role, OLD.banned) THEN
    RETURN NEW;
  END IF;
  IF NEW.id = caller() THEN
    RAISE EXCEPTION 'role and ban may not be changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF OLD.role = 'super_admin' AND NOT OLD.banned AND (NEW.role <> 'super_admin' OR NEW.banned) THEN
    -- Two at once wait here for one another; the second sees what the first did.
    PERFORM pg_advisory_xact_lock(hashtext('aso.super_admins'));
    IF NOT EXISTS (SELECT FROM profiles WHERE role = 'super_admin' AND NOT banned AND id <> OLD.id) THEN
      RAISE EXCEPTION 'the last super_admin stays one' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_super_admin';
    END IF;
  END IF;
  IF caller() IS NOT NULL AND NOT is_super_admin(caller()) THEN
    RAISE EXCEPTION 'role and ban may not be changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER profiles_guard ON profiles;
--> statement-breakpoint
CREATE TRIGGER profiles_guard BEFORE UPDATE OF role, banned ON profiles FOR EACH ROW EXECUTE FUNCTION profiles_guard();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION profiles_role_needs_caller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.role, NEW.banned) IS DISTINCT FROM (OLD.role, OLD.banned)
    AND current_user IN ('aso_web', 'aso_auth') AND caller() IS NULL THEN
    RAISE EXCEPTION 'role and ban may not be changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER profiles_role_needs_caller ON profiles;
--> statement-breakpoint
CREATE TRIGGER profiles_role_needs_caller BEFORE UPDATE OF role, banned ON profiles FOR EACH ROW
  EXECUTE FUNCTION profiles_role_needs_caller();
--> statement-breakpoint
-- Whoever did it and by whatever way, it stands in the journal; `app.reason` is what she gave as her reason. Who is
-- banned is signed out everywhere: a session that is over is refused everywhere, and goes at night.
CREATE FUNCTION note_rights() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.role <> OLD.role THEN
    INSERT INTO account_events (kind, matter, user_id, actor_id, detail)
    VALUES ('role_changed', 'rights', NEW.id, caller(), jsonb_build_object('from', OLD.role, 'to', NEW.role));
  END IF;
  IF NEW.banned <> OLD.banned THEN
    INSERT INTO account_events (kind, matter, user_id, actor_id, detail)
    VALUES (CASE WHEN NEW.banned THEN 'banned' ELSE 'unbanned' END, 'rights', NEW.id, caller(),
      jsonb_strip_nulls(jsonb_build_object('reason', nullif(left(current_setting('app.reason', true), 300), ''))));
    UPDATE sessions SET expires_at = now() WHERE NEW.banned AND user_id = NEW.id AND expires_at > now();
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_rights() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER note_rights AFTER UPDATE OF role, banned ON profiles FOR EACH ROW
  WHEN ((OLD.role, OLD.banned) IS DISTINCT FROM (NEW.role, NEW.banned)) EXECUTE FUNCTION note_rights();
--> statement-breakpoint
-- Who signs in while she is being banned waits, and does not come in.
CREATE FUNCTION sessions_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM profiles WHERE id = NEW.user_id AND NOT banned FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a banned person has no session' USING ERRCODE = 'check_violation', CONSTRAINT = 'sessions_guard';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_guard BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION sessions_guard();
--> statement-breakpoint

-- ── Answers to captchas ──────────────────────────────────────────────────────────────────────────

-- Each problem is answered once, on whichever process; when it is too old to be answered at all it is forgotten.
CREATE TABLE spent_captchas (
  nonce text PRIMARY KEY CHECK (length(nonce) = 32),
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
ALTER TABLE spent_captchas ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON spent_captchas TO aso_auth;
--> statement-breakpoint
CREATE POLICY auth_all ON spent_captchas TO aso_auth USING (true) WITH CHECK (true);
--> statement-breakpoint

-- ── Waiting between two messages ─────────────────────────────────────────────────────────────────

-- Begins a wait of so many seconds and gives 0; while one runs, the seconds that are left of it. Unlike the windows
-- of hit_limit() it begins with the message itself, so that a page can count down what the server asks for.
CREATE FUNCTION take_wait(wait_key text, seconds integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  began timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('aso.wait.' || wait_key, 0));
  SELECT max(window_start) INTO began FROM limits
  WHERE key = left(wait_key, 200) AND window_start > clock_timestamp() - make_interval(secs => seconds);
  IF began IS NOT NULL THEN
    RETURN greatest(ceil(extract(epoch FROM began - clock_timestamp()) + seconds), 1)::integer;
  END IF;
  INSERT INTO limits (key, window_start, hits) VALUES (left(wait_key, 200), clock_timestamp(), 1);
  RETURN 0;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION take_wait(text, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION take_wait(text, integer) TO aso_auth;
--> statement-breakpoint

-- ── Who leaves ───────────────────────────────────────────────────────────────────────────────────

-- An order outlives its customer's account, without her.
ALTER TABLE orders
  ALTER COLUMN user_id DROP NOT NULL,
  DROP CONSTRAINT orders_user_id_fkey,
  ADD CONSTRAINT orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles ON DELETE SET NULL;
--> statement-breakpoint
-- Whichever way an account goes, its orders keep nothing of the person. What she wished stays on orders that are
-- still to be sewn, because the cloth is cut by it; of the others it goes too.
CREATE FUNCTION profiles_leave() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE order_events e SET
    actor_name = CASE WHEN e.actor_id = OLD.id THEN 'Former customer' ELSE e.actor_name END,
    detail = CASE WHEN o.status IN ('completed', 'cancelled')
      THEN CASE e.kind WHEN 'note' THEN e.detail - ARRAY['before', 'after'] WHEN 'item_removed' THEN e.detail - 'note' ELSE e.detail END
      ELSE e.detail END
  FROM orders o WHERE o.id = e.order_id AND o.user_id = OLD.id;
  UPDATE order_items i SET note = NULL
  FROM orders o WHERE o.id = i.order_id AND o.user_id = OLD.id AND o.status IN ('completed', 'cancelled') AND i.note IS NOT NULL;
  UPDATE orders SET user_id = NULL, customer_name = 'Former customer', customer_email = '', customer_phone = NULL, whatsapp_link = NULL
  WHERE user_id = OLD.id;
  -- What happened stays in the journal for as long as anything does, without the address.
  UPDATE account_events SET subject = '' WHERE user_id = OLD.id;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER profiles_leave BEFORE DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION profiles_leave();
--> statement-breakpoint
-- The last super_admin cannot leave; two at once wait here for one another, as demotions do. (The server's own
-- commands, which make another one, may.)
CREATE FUNCTION profiles_last_stays() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.super_admins'));
  IF NOT EXISTS (SELECT FROM profiles WHERE role = 'super_admin' AND NOT banned AND id <> OLD.id) THEN
    RAISE EXCEPTION 'the last super_admin stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_super_admin';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER profiles_last_stays BEFORE DELETE ON profiles FOR EACH ROW
  WHEN (OLD.role = 'super_admin' AND current_user IN ('aso_web', 'aso_auth')) EXECUTE FUNCTION profiles_last_stays();
--> statement-breakpoint
REVOKE ALL ON FUNCTION profiles_leave(), profiles_last_stays() FROM PUBLIC;
