-- Webhooks: signed requests that tell other programs what happens in the shop (docs/decisions/0062-webhooks.md).

SET LOCAL lock_timeout = '10s';
--> statement-breakpoint
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(btrim(name)) BETWEEN 1 AND 40),
  url text NOT NULL CHECK (length(url) <= 2000 AND url ~ '^https?://'),
  events text[] NOT NULL CHECK (cardinality(events) > 0
    AND events <@ ARRAY['order.submitted', 'order.status_changed', 'order.confirmed', 'product.changed']),
  -- Encrypted with the shop's secret.
  secret text NOT NULL,
  -- The super admin with whose rights bodies are read: who made it, set its URL or switched it on last.
  acts_for uuid REFERENCES profiles (id) ON DELETE SET NULL,
  is_active boolean NOT NULL DEFAULT true,
  -- Why the shop switched it off: the receiver answered 410, nothing arrived for days, or `acts_for` is no super admin.
  off_reason text CHECK (off_reason IN ('gone', 'failing', 'account')),
  -- The first failed attempt since the last delivery.
  failing_since timestamptz,
  -- Until then a process sends its deliveries.
  busy_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (off_reason IS NULL OR NOT is_active)
);
--> statement-breakpoint
CREATE INDEX webhooks_acts_for_idx ON webhooks (acts_for);
--> statement-breakpoint
-- One event for one webhook. What is sent is read when it is sent, so that no personal data is stored here but in answers.
CREATE TABLE webhook_deliveries (
  -- The `webhook-id` of all attempts.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event text NOT NULL CHECK (event IN ('order.submitted', 'order.status_changed', 'order.confirmed', 'product.changed', 'webhook.test')),
  order_id uuid,
  product_ids uuid[] NOT NULL DEFAULT '{}',
  -- Of a status: before and after.
  change jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'given_up')),
  -- Attempts since it was to be sent, or to be sent again.
  tries integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT now() CHECK ((next_attempt_at IS NOT NULL) = (state = 'waiting')),
  -- The last ones, oldest first: at, status, ms, answer, reason.
  attempts jsonb NOT NULL DEFAULT '[]'
);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_list_idx ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX webhook_deliveries_given_up_idx ON webhook_deliveries (webhook_id, created_at) WHERE state = 'given_up';
--> statement-breakpoint
CREATE INDEX webhook_deliveries_order_idx ON webhook_deliveries (order_id) WHERE order_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX webhook_deliveries_age_idx ON webhook_deliveries (created_at);
--> statement-breakpoint
ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Requests never read the secret, and write no delivery.
GRANT SELECT (id, name, url, events, acts_for, is_active, off_reason, failing_since, created_at),
  INSERT (id, name, url, events, secret), UPDATE (name, url, events, secret, is_active), DELETE ON webhooks TO aso_web;
--> statement-breakpoint
GRANT SELECT ON webhook_deliveries TO aso_web;
--> statement-breakpoint
CREATE POLICY super_admin_all ON webhooks TO aso_web
  USING ((select is_super_admin((select caller())))) WITH CHECK ((select is_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY super_admin_reads ON webhook_deliveries FOR SELECT TO aso_web
  USING ((select is_super_admin((select caller()))));
--> statement-breakpoint
-- The worker.
GRANT SELECT, UPDATE (is_active, off_reason, failing_since, busy_until) ON webhooks TO aso_auth;
--> statement-breakpoint
GRANT SELECT, UPDATE (state, tries, next_attempt_at, attempts), DELETE ON webhook_deliveries TO aso_auth;
--> statement-breakpoint
CREATE POLICY worker_all ON webhooks TO aso_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY worker_all ON webhook_deliveries TO aso_auth USING (true) WITH CHECK (true);
--> statement-breakpoint

-- ── Webhooks ─────────────────────────────────────────────────────────────────────────────────────

CREATE FUNCTION webhooks_most() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.webhooks'));
  IF (SELECT count(*) FROM webhooks) >= 20 THEN
    RAISE EXCEPTION 'too many webhooks' USING ERRCODE = 'check_violation', CONSTRAINT = 'webhooks_most';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER webhooks_most BEFORE INSERT ON webhooks FOR EACH ROW EXECUTE FUNCTION webhooks_most();
--> statement-breakpoint
-- Who answers for it is the caller, whatever the statement says; one that is switched on begins without a past.
CREATE FUNCTION webhooks_write() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF current_user = 'aso_web' THEN
      NEW.acts_for := caller();
    END IF;
    RETURN NEW;
  END IF;
  IF current_user = 'aso_web' AND (NEW.url <> OLD.url OR NEW.is_active AND NOT OLD.is_active) THEN
    NEW.acts_for := caller();
  END IF;
  IF NEW.is_active <> OLD.is_active THEN
    NEW.failing_since := NULL;
  END IF;
  IF NEW.is_active THEN
    NEW.off_reason := NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER webhooks_write BEFORE INSERT OR UPDATE ON webhooks FOR EACH ROW EXECUTE FUNCTION webhooks_write();
--> statement-breakpoint
-- In the audit log, as API keys: who made one, changed where it sends or its secret, and deleted it.
CREATE FUNCTION note_webhook() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  hook webhooks := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO account_events (kind, matter, user_id, ip_address, user_agent, detail)
  VALUES (CASE TG_OP WHEN 'INSERT' THEN 'webhook_made' WHEN 'DELETE' THEN 'webhook_deleted'
      ELSE CASE WHEN NEW.secret <> OLD.secret THEN 'webhook_secret_rotated' ELSE 'webhook_changed' END END,
    'rights', coalesce(caller(), hook.acts_for),
    nullif(left(current_setting('app.ip_address', true), 64), ''), nullif(left(current_setting('app.user_agent', true), 400), ''),
    jsonb_build_object('name', hook.name, 'url', hook.url, 'events', array_to_string(hook.events, ', ')));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_webhook AFTER INSERT OR DELETE ON webhooks FOR EACH ROW EXECUTE FUNCTION note_webhook();
--> statement-breakpoint
CREATE TRIGGER note_webhook_changed AFTER UPDATE ON webhooks FOR EACH ROW
  WHEN ((OLD.url, OLD.events, OLD.secret) IS DISTINCT FROM (NEW.url, NEW.events, NEW.secret)) EXECUTE FUNCTION note_webhook();
--> statement-breakpoint

-- ── The queue ────────────────────────────────────────────────────────────────────────────────────

-- Adds a job that sends what is due for a webhook, once in a transaction. Before the queue is installed there is none:
-- wake_webhooks() finds what is due.
CREATE FUNCTION wake_webhook(hook uuid) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF to_regclass('pgboss.queue') IS NULL THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM pgboss.queue WHERE name = 'webhook') THEN
    PERFORM insert_job('webhook', jsonb_build_object('webhook', hook), md5('webhook ' || hook || ' ' || pg_current_xact_id())::uuid);
  END IF;
END $$;
--> statement-breakpoint
-- Each minute: later attempts, and what a process left that was killed.
CREATE FUNCTION wake_webhooks() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT wake_webhook(w.id) FROM webhooks w
  WHERE w.is_active AND coalesce(w.busy_until, '-infinity') < now()
    AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.next_attempt_at <= now())
$$;
--> statement-breakpoint
CREATE FUNCTION wake_new_deliveries() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM wake_webhook(hook) FROM (SELECT DISTINCT webhook_id AS hook FROM new_rows) made;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER wake_new_deliveries AFTER INSERT ON webhook_deliveries REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION wake_new_deliveries();
--> statement-breakpoint
CREATE FUNCTION wake_switched_on() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM wake_webhook(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER wake_switched_on AFTER UPDATE ON webhooks FOR EACH ROW
  WHEN (NEW.is_active AND NOT OLD.is_active) EXECUTE FUNCTION wake_switched_on();
--> statement-breakpoint
-- Sends a delivery of an active webhook again, at once and under the same id. For super admins; false if there is none.
CREATE FUNCTION send_delivery_again(delivery uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  hook uuid;
BEGIN
  IF is_super_admin(caller()) IS NOT TRUE THEN
    RETURN false;
  END IF;
  UPDATE webhook_deliveries d SET state = 'waiting', tries = 0, next_attempt_at = now()
  FROM webhooks w WHERE d.id = delivery AND w.id = d.webhook_id AND w.is_active RETURNING w.id INTO hook;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM wake_webhook(hook);
  RETURN true;
END $$;
--> statement-breakpoint
-- Sends a test to an active webhook; a waiting one is sent at once. For super admins; false if there is no such webhook.
CREATE FUNCTION test_webhook(hook uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  waiting uuid;
BEGIN
  PERFORM FROM webhooks w WHERE w.id = hook AND w.is_active AND is_super_admin(caller()) FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  SELECT d.id INTO waiting FROM webhook_deliveries d
  WHERE d.webhook_id = hook AND d.state = 'waiting' AND d.event = 'webhook.test' LIMIT 1;
  IF FOUND THEN
    RETURN send_delivery_again(waiting);
  END IF;
  INSERT INTO webhook_deliveries (webhook_id, event) VALUES (hook, 'webhook.test');
  RETURN true;
END $$;
--> statement-breakpoint

-- ── Events ───────────────────────────────────────────────────────────────────────────────────────

-- A delivery of each event of orders for each webhook that listens, in the transaction of the change.
CREATE FUNCTION queue_order_events() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE is_active) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO webhook_deliveries (webhook_id, event, order_id)
    SELECT w.id, 'order.submitted', n.id FROM new_rows n JOIN webhooks w ON w.is_active AND 'order.submitted' = ANY (w.events);
  ELSE
    INSERT INTO webhook_deliveries (webhook_id, event, order_id, change)
    SELECT w.id, e.event, n.id, e.change FROM new_rows n JOIN old_rows o ON o.id = n.id
    CROSS JOIN LATERAL (
      SELECT 'order.status_changed' AS event, jsonb_build_object('before', o.status, 'after', n.status) AS change WHERE n.status <> o.status
      UNION ALL
      SELECT 'order.confirmed', NULL WHERE n.confirmed_at IS NOT NULL AND o.confirmed_at IS NULL
    ) e
    JOIN webhooks w ON w.is_active AND e.event = ANY (w.events);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER queue_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_order_events();
--> statement-breakpoint
CREATE TRIGGER queue_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_order_events();
--> statement-breakpoint
-- Adds changed products to the deliveries of this transaction: each once, and 50 in a delivery, so that an import of
-- 1,000 makes 20.
CREATE FUNCTION queue_changed_products(ids uuid[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  hook uuid;
  added uuid[];
BEGIN
  FOR hook IN SELECT w.id FROM webhooks w WHERE w.is_active AND 'product.changed' = ANY (w.events) LOOP
    added := ARRAY(SELECT unnest(ids) EXCEPT SELECT unnest(d.product_ids) FROM webhook_deliveries d
      WHERE d.webhook_id = hook AND d.created_at = now() AND d.xmin = pg_current_xact_id()::xid AND d.event = 'product.changed');
    CONTINUE WHEN cardinality(added) = 0;
    UPDATE webhook_deliveries SET product_ids = product_ids || added WHERE id = (
      SELECT d.id FROM webhook_deliveries d
      WHERE d.webhook_id = hook AND d.created_at = now() AND d.xmin = pg_current_xact_id()::xid AND d.event = 'product.changed'
        AND cardinality(d.product_ids) + cardinality(added) <= 50 LIMIT 1);
    IF NOT FOUND THEN
      INSERT INTO webhook_deliveries (webhook_id, event, product_ids)
      SELECT hook, 'product.changed', array_agg(p.id)
      FROM (SELECT id, (row_number() OVER () - 1) / 50 AS part FROM unnest(added) AS id) p GROUP BY p.part;
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
-- What a visitor can see of a product and its images: drafts count when they become or were published.
CREATE FUNCTION queue_product_events() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ids uuid[];
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE is_active AND 'product.changed' = ANY (events)) THEN
    RETURN NULL;
  END IF;
  CASE TG_TABLE_NAME || ' ' || TG_OP
    WHEN 'products INSERT' THEN
      ids := ARRAY(SELECT id FROM new_rows WHERE status = 'published');
    WHEN 'products DELETE' THEN
      ids := ARRAY(SELECT id FROM old_rows WHERE status = 'published');
    WHEN 'products UPDATE' THEN
      ids := ARRAY(SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE 'published' IN (n.status, o.status)
        AND (n.name, n.description, n.price, n.category_id, n.featured, n.status, n.sold_out, n.promotion_id, n.sku)
          IS DISTINCT FROM (o.name, o.description, o.price, o.category_id, o.featured, o.status, o.sold_out, o.promotion_id, o.sku));
    WHEN 'product_images INSERT' THEN
      ids := ARRAY(SELECT DISTINCT product_id FROM new_rows);
    WHEN 'product_images DELETE' THEN
      ids := ARRAY(SELECT DISTINCT product_id FROM old_rows);
    ELSE
      ids := ARRAY(SELECT DISTINCT n.product_id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n IS DISTINCT FROM o);
  END CASE;
  IF TG_TABLE_NAME = 'product_images' THEN
    ids := ARRAY(SELECT id FROM products WHERE id = ANY (ids) AND status = 'published');
  END IF;
  IF cardinality(ids) > 0 THEN
    PERFORM queue_changed_products(ids);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['products', 'product_images'] LOOP
    EXECUTE format('CREATE TRIGGER queue_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_product_events()', target);
    EXECUTE format('CREATE TRIGGER queue_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_product_events()', target);
    EXECUTE format('CREATE TRIGGER queue_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_product_events()', target);
  END LOOP;
END $$;
--> statement-breakpoint

-- ── Deleted accounts ─────────────────────────────────────────────────────────────────────────────

-- A receiver may have answered with data of the order. Runs before profiles_anonymize takes the account off its orders.
CREATE FUNCTION mask_webhook_answers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE webhook_deliveries d
  SET attempts = (SELECT jsonb_agg(a || '{"answer": ""}' ORDER BY n) FROM jsonb_array_elements(d.attempts) WITH ORDINALITY AS t (a, n))
  FROM orders o WHERE o.user_id = OLD.id AND d.order_id = o.id AND d.attempts <> '[]';
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER mask_webhook_answers BEFORE DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION mask_webhook_answers();
--> statement-breakpoint
REVOKE ALL ON FUNCTION webhooks_most(), note_webhook(), wake_webhook(uuid), wake_webhooks(), wake_new_deliveries(), wake_switched_on(),
  send_delivery_again(uuid), test_webhook(uuid), queue_order_events(), queue_changed_products(uuid[]), queue_product_events(),
  mask_webhook_answers() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION send_delivery_again(uuid), test_webhook(uuid) TO aso_web;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION wake_webhooks() TO aso_auth;
