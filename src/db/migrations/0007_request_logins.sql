-- Requests sign in as aso_web itself, so what injected SQL could do is what that role may do. What the database knows
-- better than a statement is written by the database: who an order's customer is, who did something to an order,
-- where its chat link leads.
--
-- Processes of the release before sign in as the owner and only work as aso_web. They go on until they are replaced,
-- which is why functions look at session_user where a right of aso_web ends.

-- Guards wait for statements that run, and everything else waits for them: not for long.
SET LOCAL lock_timeout = '10s';
--> statement-breakpoint

-- A temporary table would stand before the shop's own of the same name, also for the connection's next request. Where
-- the shop does not own the database, its functions name the schema they read all the same.
DO $$
BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO CURRENT_USER', current_database());
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;
--> statement-breakpoint

-- The caller's name as orders show it; who signed up without one is called by their email.
CREATE FUNCTION own_name() RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), nullif(p.name, ''), p.email)
  FROM profiles p WHERE p.id = caller()
$$;
--> statement-breakpoint
CREATE FUNCTION orders_write_customer() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  SELECT own_name(), p.email, p.phone INTO NEW.customer_name, NEW.customer_email, NEW.customer_phone
  FROM profiles p WHERE p.id = NEW.user_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_write_customer BEFORE INSERT ON orders FOR EACH ROW
  WHEN (current_user = 'aso_web') EXECUTE FUNCTION orders_write_customer();
--> statement-breakpoint
CREATE FUNCTION order_events_write_actor() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.actor_name := coalesce(own_name(), '');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_events_write_actor BEFORE INSERT ON order_events FOR EACH ROW
  WHEN (current_user = 'aso_web') EXECUTE FUNCTION order_events_write_actor();
--> statement-breakpoint

-- A chat link leads to the seller: to a number that the shop was started with (`installation`, by the owner). Before
-- its first start with this release those are known that earlier links lead to: processes of the release before go on
-- writing them. In a shop without orders any number will do until then.
INSERT INTO installation (key, value)
SELECT DISTINCT 'whatsapp:' || substring(whatsapp_link FROM '^https://wa\.me/([0-9]{1,15})\?'), ''
FROM orders WHERE whatsapp_link ~ '^https://wa\.me/[0-9]{1,15}\?'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE FUNCTION orders_guard_link() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  seller text := substring(NEW.whatsapp_link FROM '^https://wa\.me/([0-9]{1,15})\?text=[^\s<>"]*$');
BEGIN
  IF seller IS NULL OR EXISTS (SELECT FROM installation WHERE key LIKE 'whatsapp:%')
      AND NOT EXISTS (SELECT FROM installation WHERE key = 'whatsapp:' || seller) THEN
    RAISE EXCEPTION 'a chat link leads to the shop''s seller' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_guard_link BEFORE INSERT OR UPDATE OF whatsapp_link ON orders FOR EACH ROW
  WHEN (current_user = 'aso_web' AND NEW.whatsapp_link IS NOT NULL) EXECUTE FUNCTION orders_guard_link();
--> statement-breakpoint

-- Whose orders these are: asked by the process for its streams of events, not by a request.
CREATE OR REPLACE FUNCTION order_owners(ids uuid[]) RETURNS TABLE (id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT o.id, o.user_id FROM orders o WHERE o.id = ANY (ids) AND session_user <> 'aso_web' $$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION order_owners(uuid[]) TO aso_auth;
--> statement-breakpoint

-- As before, but the limits of sign-in ('auth:…') are sign-in's alone.
CREATE OR REPLACE FUNCTION hit_limit(limit_key text, seconds integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  reached integer;
BEGIN
  IF session_user = 'aso_web' AND limit_key LIKE 'auth:%' THEN
    RAISE EXCEPTION 'this limit is of sign-in' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO limits AS l (key, window_start, hits)
  VALUES (left(limit_key, 200), to_timestamp(floor(extract(epoch FROM now()) / seconds) * seconds), 1)
  ON CONFLICT (key, window_start) DO UPDATE SET hits = l.hits + 1
  RETURNING hits INTO reached;
  RETURN reached;
END $$;
