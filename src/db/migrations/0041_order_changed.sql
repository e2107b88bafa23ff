-- The event order.changed of webhooks: what else an order shows has changed (docs/decisions/0062-webhooks.md).

-- CREATE TRIGGER waits for running writes, and later ones wait behind it.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint
ALTER TABLE webhooks DROP CONSTRAINT webhooks_events_check, ADD CONSTRAINT webhooks_events_check CHECK (cardinality(events) > 0
  AND events <@ ARRAY['order.submitted', 'order.status_changed', 'order.confirmed', 'order.changed', 'product.changed']) NOT VALID;
--> statement-breakpoint
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_event_check, ADD CONSTRAINT webhook_deliveries_event_check
  CHECK (event IN ('order.submitted', 'order.status_changed', 'order.confirmed', 'order.changed', 'product.changed', 'webhook.test')) NOT VALID;
--> statement-breakpoint
-- Adds a delivery for each of these orders, once in a transaction. None for an order that is made in it, which
-- order.submitted tells, or that it deletes with its items.
CREATE FUNCTION queue_changed_orders(ids uuid[]) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO webhook_deliveries (webhook_id, event, order_id)
  SELECT w.id, 'order.changed', o.id FROM orders o JOIN webhooks w ON w.is_active AND 'order.changed' = ANY (w.events)
  WHERE o.id = ANY (ids) AND o.created_at <> now()
    AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.order_id = o.id AND d.webhook_id = w.id AND d.event = 'order.changed'
      AND d.created_at = now() AND d.xmin = pg_current_xact_id()::xid)
$$;
--> statement-breakpoint
-- What an order shows beside its status and its confirmation, which have events of their own: that the chat was opened, the
-- day it is due, its customer, a confirmation that was taken back, its items with their notes, and the notes of the staff.
CREATE FUNCTION queue_order_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ids uuid[];
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE is_active AND 'order.changed' = ANY (events)) THEN
    RETURN NULL;
  END IF;
  CASE
    WHEN TG_TABLE_NAME = 'orders' THEN
      ids := ARRAY(SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
        WHERE (n.opened_at, n.due_day, n.user_id, n.customer_name, n.customer_email, n.customer_phone)
            IS DISTINCT FROM (o.opened_at, o.due_day, o.user_id, o.customer_name, o.customer_email, o.customer_phone)
          OR n.confirmed_at IS DISTINCT FROM o.confirmed_at AND o.confirmed_at IS NOT NULL);
    WHEN TG_OP = 'INSERT' THEN
      ids := ARRAY(SELECT DISTINCT order_id FROM new_rows);
    WHEN TG_OP = 'DELETE' THEN
      ids := ARRAY(SELECT DISTINCT order_id FROM old_rows);
    ELSE
      ids := ARRAY(SELECT DISTINCT n.order_id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n IS DISTINCT FROM o);
  END CASE;
  IF cardinality(ids) > 0 THEN
    PERFORM queue_changed_orders(ids);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER queue_changes AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_order_changes();
--> statement-breakpoint
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['order_items', 'staff_notes'] LOOP
    EXECUTE format('CREATE TRIGGER queue_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_order_changes()', target);
    EXECUTE format('CREATE TRIGGER queue_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_order_changes()', target);
    EXECUTE format('CREATE TRIGGER queue_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_order_changes()', target);
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION queue_changed_orders(uuid[]), queue_order_changes() FROM PUBLIC;
