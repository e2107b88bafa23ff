-- Notifications of browsers about orders (docs/decisions/0063-web-push.md).

-- CREATE TRIGGER waits for running writes, and later ones wait behind it.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint
-- The shop's key pair for push services, in base64url. Written once by the owner, at a start; no other role reads it. It is in
-- backups: browsers that subscribed with this key accept messages by no other.
CREATE TABLE push_keys (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  public_key text NOT NULL CHECK (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  private_key text NOT NULL CHECK (private_key ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
ALTER TABLE push_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  -- The sign-in of that browser: with its end, or a sign-out, the notifications end.
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  -- A URL of the browser's push service.
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 1000 AND endpoint ~ '^https?://[[:graph:]]+$'),
  -- The keys of the browser in base64url: a point of P-256, and a shared secret.
  p256dh text NOT NULL CHECK (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text NOT NULL CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
  -- What the user asked for in this browser: the progress of their own orders, and of staff, new orders of the shop.
  own_orders boolean NOT NULL DEFAULT false,
  new_orders boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (own_orders OR new_orders)
);
--> statement-breakpoint
CREATE INDEX push_subscriptions_user_idx ON push_subscriptions (user_id);
--> statement-breakpoint
CREATE INDEX push_subscriptions_session_idx ON push_subscriptions (session_id);
--> statement-breakpoint
CREATE INDEX push_subscriptions_new_orders_idx ON push_subscriptions (user_id) WHERE new_orders;
--> statement-breakpoint
ALTER TABLE push_subscriptions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Rows are written as aso_auth, which knows the session of the request.
GRANT SELECT, DELETE, UPDATE (own_orders, new_orders) ON push_subscriptions TO aso_web;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscriptions TO aso_auth;
--> statement-breakpoint
CREATE POLICY own_reads ON push_subscriptions FOR SELECT TO aso_web USING (user_id = (select caller()));
--> statement-breakpoint
CREATE POLICY own_updates ON push_subscriptions FOR UPDATE TO aso_web
  USING (user_id = (select caller())) WITH CHECK (user_id = (select caller()));
--> statement-breakpoint
CREATE POLICY own_deletes ON push_subscriptions FOR DELETE TO aso_web USING (user_id = (select caller()));
--> statement-breakpoint
CREATE POLICY sign_in ON push_subscriptions TO aso_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
-- At most ten browsers of an account: the ones that were added first go.
CREATE FUNCTION push_subscriptions_most() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.push_subscriptions'));
  DELETE FROM push_subscriptions WHERE id IN (
    SELECT s.id FROM push_subscriptions s WHERE s.user_id = NEW.user_id ORDER BY s.created_at DESC, s.id DESC OFFSET 10
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER push_subscriptions_most AFTER INSERT OR UPDATE OF user_id ON push_subscriptions FOR EACH ROW
  EXECUTE FUNCTION push_subscriptions_most();
--> statement-breakpoint
CREATE FUNCTION end_push_of_banned() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM push_subscriptions WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER end_push_of_banned AFTER UPDATE OF banned ON profiles FOR EACH ROW WHEN (NEW.banned)
  EXECUTE FUNCTION end_push_of_banned();
--> statement-breakpoint

-- ── Messages, in the transaction of their cause ──────────────────────────────────────────────────

-- The owner's alone. Queues one message for one browser, after `delay`. What is in it is written by the worker, from the order as
-- it is then. A message about the same order that still waits for this browser is replaced.
CREATE FUNCTION enqueue_push(to_subscription uuid, to_user uuid, of_order uuid, topic text, order_status text, delay interval)
RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  payload jsonb := jsonb_build_object('subscription', to_subscription, 'user', to_user, 'order', of_order, 'topic', topic,
    'status', order_status, 'until', floor(extract(epoch FROM now() + delay + interval '1 day')));
  waiting uuid := md5(topic || to_subscription || of_order)::uuid;
  queued uuid;
BEGIN
  -- A database without the queue, as of an older version that runs again: no message, but the order is saved.
  IF to_regclass('pgboss.queue') IS NULL OR NOT EXISTS (SELECT FROM pgboss.queue WHERE name = 'push') THEN
    RETURN;
  END IF;
  DELETE FROM pgboss.job WHERE name = 'push' AND id = waiting AND state <> 'active';
  -- One that is being sent at this moment keeps its id.
  queued := coalesce(insert_job('push', payload, waiting), insert_job('push', payload, gen_random_uuid()));
  UPDATE pgboss.job SET start_after = now() + delay WHERE name = 'push' AND id = queued;
END $$;
--> statement-breakpoint
-- To the browsers of the customer, when the staff work on an order and when it is ready. The delay is the time in which the
-- staff undo a change that they made by mistake.
CREATE FUNCTION push_order_status() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM enqueue_push(s.id, s.user_id, NEW.id, 'own_orders', NEW.status, interval '10 seconds')
  FROM push_subscriptions s WHERE s.user_id = NEW.user_id AND s.own_orders;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER push_order_status AFTER UPDATE OF status ON orders FOR EACH ROW
  WHEN (NEW.status <> OLD.status AND NEW.status IN ('processing', 'completed')) EXECUTE FUNCTION push_order_status();
--> statement-breakpoint
-- To the browsers of the staff. Whether an account is still of the staff is checked again when the message is sent.
CREATE FUNCTION push_new_order() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM enqueue_push(s.id, s.user_id, NEW.id, 'new_orders', NULL, interval '0')
  FROM push_subscriptions s WHERE s.new_orders AND is_admin_or_super_admin(s.user_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER push_new_order AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION push_new_order();
--> statement-breakpoint
REVOKE ALL ON FUNCTION push_subscriptions_most(), end_push_of_banned(), enqueue_push(uuid, uuid, uuid, text, text, interval),
  push_order_status(), push_new_order() FROM PUBLIC;
