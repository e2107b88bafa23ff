-- Carts and checkouts that agents build for people (decision 0058): only ids of products, for a day. Their ids are random,
-- and are the only access to them, so no role reads the tables; these functions are all there is.
CREATE TABLE agent_sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
  kind text NOT NULL CHECK (kind IN ('cart', 'checkout')),
  product_ids uuid[] NOT NULL CHECK (cardinality(product_ids) <= 50),
  -- The cart a checkout was made from. Not a reference: the cart may be gone first.
  cart_id uuid,
  canceled boolean NOT NULL DEFAULT false,
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
-- One open checkout for each cart.
CREATE UNIQUE INDEX agent_sessions_cart ON agent_sessions (cart_id) WHERE NOT canceled;
--> statement-breakpoint
CREATE INDEX agent_sessions_expires_at ON agent_sessions (expires_at);
--> statement-breakpoint
-- Which session a request with an idempotency key has written.
CREATE TABLE agent_requests (
  key text PRIMARY KEY CHECK (length(key) = 64),
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
  body_hash text NOT NULL CHECK (length(body_hash) = 64),
  session_id uuid,
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX agent_requests_expires_at ON agent_requests (expires_at);
--> statement-breakpoint
ALTER TABLE agent_sessions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE agent_requests ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint

-- A session that has not expired; a canceled one too.
CREATE FUNCTION find_agent_session(session_kind text, session_id uuid)
RETURNS TABLE (id uuid, product_ids uuid[], canceled boolean, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, s.product_ids, s.canceled, s.expires_at FROM agent_sessions s
  WHERE s.id = session_id AND s.kind = session_kind AND s.expires_at > now()
$$;
--> statement-breakpoint

-- Does `action` (create, update, cancel) once for each request key. The outcome is 'written'; 'replayed' with the session of
-- the first request with this key; 'conflict' if that had another body; 'missing' without an open session.
CREATE FUNCTION write_agent_session(action text, session_kind text, session_id uuid, items uuid[], from_cart uuid,
  request_key text, request_hash text)
RETURNS TABLE (outcome text, id uuid, product_ids uuid[], canceled boolean, expires_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  request agent_requests;
  session agent_sessions;
BEGIN
  IF request_key IS NOT NULL THEN
    -- Waits for a request with the same key that is in progress.
    INSERT INTO agent_requests (key, body_hash, expires_at)
    VALUES (request_key, request_hash, now() + interval '1 day')
    ON CONFLICT (key) DO NOTHING RETURNING * INTO request;
    IF request.key IS NULL THEN
      SELECT * INTO request FROM agent_requests r WHERE r.key = request_key;
      IF request.body_hash <> request_hash THEN
        RETURN QUERY SELECT 'conflict', NULL::uuid, NULL::uuid[], NULL::boolean, NULL::timestamptz;
        RETURN;
      END IF;
      SELECT * INTO session FROM agent_sessions s WHERE s.id = request.session_id AND s.expires_at > now();
      RETURN QUERY SELECT CASE WHEN session.id IS NULL THEN 'missing' ELSE 'replayed' END, session.id,
        session.product_ids, session.canceled, session.expires_at;
      RETURN;
    END IF;
  END IF;
  IF action = 'create' THEN
    INSERT INTO agent_sessions (kind, product_ids, cart_id, expires_at)
    VALUES (session_kind, items, from_cart, now() + interval '1 day')
    ON CONFLICT (cart_id) WHERE NOT canceled
      DO UPDATE SET product_ids = excluded.product_ids, expires_at = excluded.expires_at
    RETURNING * INTO session;
  ELSE
    UPDATE agent_sessions s SET product_ids = coalesce(items, s.product_ids), canceled = (action = 'cancel'),
      expires_at = now() + interval '1 day'
    WHERE s.id = session_id AND s.kind = session_kind AND NOT s.canceled AND s.expires_at > now()
    RETURNING * INTO session;
  END IF;
  IF session.id IS NULL THEN
    DELETE FROM agent_requests r WHERE r.key = request_key;
    RETURN QUERY SELECT 'missing', NULL::uuid, NULL::uuid[], NULL::boolean, NULL::timestamptz;
    RETURN;
  END IF;
  UPDATE agent_requests r SET session_id = session.id WHERE r.key = request_key;
  -- At most so many rows: the oldest leave.
  DELETE FROM agent_sessions s WHERE s.number <= session.number - 50000;
  DELETE FROM agent_requests r WHERE r.number <= request.number - 50000;
  RETURN QUERY SELECT 'written', session.id, session.product_ids, session.canceled, session.expires_at;
END $$;
--> statement-breakpoint
CREATE FUNCTION forget_agent_sessions() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM agent_sessions WHERE expires_at < now();
  DELETE FROM agent_requests WHERE expires_at < now()
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_agent_session(text, uuid), write_agent_session(text, text, uuid, uuid[], uuid, text, text), forget_agent_sessions() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_agent_session(text, uuid), write_agent_session(text, text, uuid, uuid[], uuid, text, text), forget_agent_sessions() TO aso_web;
