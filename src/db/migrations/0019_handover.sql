-- The handover of an order to the seller: confirmed by the staff, the queues of orders to follow up, reminders, and why a price was reduced.

-- ── Confirmed by the seller ──────────────────────────────────────────────────────────────────────

-- 'They wrote to us' was pressed. Nothing else sets it, so that it is never a guess.
ALTER TABLE orders ADD COLUMN confirmed_at timestamptz,
  ADD CONSTRAINT orders_confirmed_at_check CHECK (confirmed_at >= created_at) NOT VALID;
--> statement-breakpoint
GRANT UPDATE (confirmed_at) ON orders TO aso_web;
--> statement-breakpoint
ALTER POLICY own_insert ON orders
  WITH CHECK (user_id = (select caller()) AND status = 'pending' AND due_day IS NULL AND confirmed_at IS NULL);
--> statement-breakpoint
-- As before, and the confirmation.
CREATE OR REPLACE FUNCTION orders_guard() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.status, NEW.due_day, NEW.confirmed_at) IS DISTINCT FROM (OLD.status, OLD.due_day, OLD.confirmed_at)
    AND current_user = 'aso_web' AND NOT is_admin_or_super_admin(caller()) THEN
    RAISE EXCEPTION 'status may not be changed, nor the due day, nor the confirmation' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER orders_guard ON orders;
--> statement-breakpoint
CREATE TRIGGER orders_guard BEFORE UPDATE OF status, due_day, confirmed_at ON orders FOR EACH ROW EXECUTE FUNCTION orders_guard();
--> statement-breakpoint
-- Recorded in the history, from which the timeline of the order reads it and an undo takes it back.
DROP TRIGGER record_update ON orders;
--> statement-breakpoint
CREATE TRIGGER record_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_changes('order', 'id', 'order_number', '{status,due_day,confirmed_at}');
--> statement-breakpoint

-- ── Queues ───────────────────────────────────────────────────────────────────────────────────────

-- As before, and those of a queue since before an instant. Processes of the release before call it without.
DROP FUNCTION find_orders(text, boolean, text[], uuid, uuid, integer, integer, boolean, text, date, date, uuid, timestamptz, uuid);
--> statement-breakpoint
CREATE FUNCTION find_orders(in_status text, is_opened boolean, patterns text[], id_from uuid, id_to uuid, most integer, skip integer,
  from_end boolean DEFAULT false, sorted text DEFAULT NULL, from_day date DEFAULT NULL, to_day date DEFAULT NULL, of_user uuid DEFAULT NULL,
  before_at timestamptz DEFAULT NULL, before_id uuid DEFAULT NULL,
  in_queue text DEFAULT NULL, queued_before timestamptz DEFAULT NULL)
RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  zone CONSTANT text := shop_time_zone();
  matches text := (SELECT string_agg(format('(search LIKE %1$L OR product_names LIKE %1$L)', p), ' AND ') FROM unnest(patterns) p);
  -- Nobody waits for a done order: all of them come newest first.
  first text := CASE WHEN in_status IN ('completed', 'cancelled') THEN NULL
    WHEN sorted = 'waiting' THEN '(CASE WHEN status IN (''pending'', ''processing'') THEN created_at END)'
    WHEN sorted = 'due' THEN '(CASE WHEN status IN (''pending'', ''processing'') THEN coalesce(due_day, ''infinity'') END)' END;
BEGIN
  IF is_admin_or_super_admin(caller()) IS NOT TRUE THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE 'SELECT id FROM orders WHERE true'
    || CASE WHEN in_status IS NULL THEN '' ELSE ' AND status = $1' END
    || CASE WHEN is_opened IS NULL THEN '' WHEN is_opened THEN ' AND opened_at IS NOT NULL' ELSE ' AND opened_at IS NULL' END
    || CASE
         WHEN matches IS NULL AND id_from IS NULL THEN ''
         WHEN matches IS NULL THEN ' AND id BETWEEN $2 AND $3'
         WHEN id_from IS NULL THEN ' AND ' || matches
         ELSE ' AND (id BETWEEN $2 AND $3 OR ' || matches || ')'
       END
    || CASE WHEN from_day IS NULL THEN '' ELSE ' AND created_at >= $6' END
    || CASE WHEN to_day IS NULL THEN '' ELSE ' AND created_at < $7' END
    || CASE WHEN of_user IS NULL THEN '' ELSE ' AND user_id = $8' END
    || CASE in_queue
         WHEN 'unopened' THEN ' AND status = ''pending'' AND confirmed_at IS NULL AND opened_at IS NULL AND created_at <= $11'
         WHEN 'unconfirmed' THEN ' AND status = ''pending'' AND confirmed_at IS NULL AND opened_at <= $11'
         ELSE ''
       END
    || CASE WHEN before_at IS NULL THEN '' ELSE ' AND (created_at, id) < ($9, $10)' END
    || ' ORDER BY ' || CASE WHEN first IS NULL THEN '' WHEN from_end THEN first || ' DESC, ' ELSE first || ', ' END
    || CASE WHEN from_end THEN 'created_at, id' ELSE 'created_at DESC, id DESC' END
    || ' LIMIT $4 OFFSET $5'
    USING in_status, id_from, id_to, most, skip, from_day::timestamp AT TIME ZONE zone, (to_day + 1)::timestamp AT TIME ZONE zone, of_user, before_at, before_id, queued_before;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_orders(text, boolean, text[], uuid, uuid, integer, integer, boolean, text, date, date, uuid, timestamptz, uuid, text, timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_orders(text, boolean, text[], uuid, uuid, integer, integer, boolean, text, date, date, uuid, timestamptz, uuid, text, timestamptz) TO aso_web;
--> statement-breakpoint

-- ── Reminders ────────────────────────────────────────────────────────────────────────────────────

-- Only the staff insert them: the policy lists the kinds of the customer.
ALTER TABLE order_events DROP CONSTRAINT order_events_kind_check,
  ADD CONSTRAINT order_events_kind_check CHECK (kind IN ('submitted', 'opened', 'status', 'note', 'item_removed', 'item_restored', 'email', 'reminder')) NOT VALID;
--> statement-breakpoint

-- ── Why a price was reduced ──────────────────────────────────────────────────────────────────────

-- The share that a promotion took; what another one took is the difference to the list price. NULL before this version.
ALTER TABLE order_items ADD COLUMN promotion_percent numeric(12,2), ADD CONSTRAINT order_items_promotion_percent_check
  CHECK (promotion_percent IS NULL OR promotion_code IS NOT NULL AND promotion_percent > 0 AND promotion_percent <= 100) NOT VALID;
--> statement-breakpoint
-- As before, and writes the share of the promotion.
CREATE OR REPLACE FUNCTION order_items_match_product() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  SELECT CASE WHEN NEW.promotion_code IS NOT NULL AND pr.promotion_type = 'percentage' THEN pr.promotion_value END
  INTO NEW.promotion_percent
  FROM products p LEFT JOIN promotions pr ON pr.id = p.promotion_id
  WHERE p.id = NEW.product_id AND p.status = 'published' AND NOT p.sold_out AND p.name = NEW.product_name AND p.price = NEW.list_price
    AND CASE
      WHEN NEW.promotion_code IS NULL THEN NEW.product_price = p.price
      WHEN NEW.promotion_code IS DISTINCT FROM pr.code THEN false
      WHEN pr.promotion_type = 'fixed' THEN NEW.product_price = greatest(0, p.price - pr.promotion_value)
      ELSE NEW.product_price = round(p.price * (100 - pr.promotion_value) / 100, 2)
    END
    AND (EXISTS (SELECT FROM product_images i WHERE i.product_id = p.id AND i.image_url = NEW.product_image)
      OR NEW.product_image = '/uploads/placeholder.jpg' AND NOT EXISTS (SELECT FROM product_images i WHERE i.product_id = p.id));
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the item differs from its product' USING ERRCODE = 'check_violation', CONSTRAINT = 'order_items_product';
  END IF;
  RETURN NEW;
END $$;
