-- Every way in: second steps, passkeys, identities of other houses, and the journal of all of it.

-- ── Sessions ─────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE sessions
  ADD COLUMN way text CHECK (way IN ('password', 'phone', 'code', 'confirmation', 'single_sign_on', 'passkey')),
  ADD COLUMN second_step text CHECK (second_step IN ('app', 'backup_code', 'remembered')),
  ADD COLUMN proven_at timestamptz;
--> statement-breakpoint

-- ── Second step ──────────────────────────────────────────────────────────────────────────────────

CREATE TABLE two_factors (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES profiles ON DELETE CASCADE,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean NOT NULL DEFAULT false,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  last_step bigint,
  created_at timestamptz NOT NULL DEFAULT now()
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

-- ── The journal ──────────────────────────────────────────────────────────────────────────────────

CREATE TABLE account_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (length(kind) <= 40),
  user_id uuid REFERENCES profiles ON DELETE SET NULL,
  subject text NOT NULL DEFAULT '' CHECK (length(subject) <= 254),
  actor_id uuid REFERENCES profiles ON DELETE SET NULL,
  ip_address text,
  user_agent text CHECK (length(user_agent) <= 400),
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX account_events_created_idx ON account_events (created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX account_events_user_idx ON account_events (user_id, created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX account_events_kind_idx ON account_events (kind, created_at DESC, id DESC);
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
