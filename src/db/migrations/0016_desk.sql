-- The day at a glance: totals of each day, due days, orders found by product and by day, notes of the staff.

-- ── Due days ─────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE orders
  ADD COLUMN due_day date,
  -- The names of its products, folded, with a blank in front as in `search`. Kept by total_order_items().
  ADD COLUMN product_names text COLLATE "C";
--> statement-breakpoint
GRANT UPDATE (due_day) ON orders TO aso_web;
--> statement-breakpoint
ALTER POLICY own_insert ON orders WITH CHECK (user_id = (select caller()) AND status = 'pending' AND due_day IS NULL);
--> statement-breakpoint
-- As before, and the due day.
CREATE OR REPLACE FUNCTION orders_guard() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.status, NEW.due_day) IS DISTINCT FROM (OLD.status, OLD.due_day) AND current_user = 'aso_web'
    AND NOT is_admin_or_super_admin(caller()) THEN
    RAISE EXCEPTION 'status may not be changed, nor the due day' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER orders_guard ON orders;
--> statement-breakpoint
CREATE TRIGGER orders_guard BEFORE UPDATE OF status, due_day ON orders FOR EACH ROW EXECUTE FUNCTION orders_guard();
--> statement-breakpoint

-- ── Orders found by product ──────────────────────────────────────────────────────────────────────

-- The shop's time zone, as its last start wrote it (keep_time_zone).
CREATE FUNCTION shop_time_zone() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT coalesce((SELECT value FROM installation WHERE key = 'time_zone'), 'UTC') $$;
--> statement-breakpoint
-- As before, and: words are also looked for in the names of the products; orders placed on days of the shop, or by one account;
-- the longest waiting or the next due first; those before an order (`before_at`, `before_id`), where an export reads on. Processes of the release before call it without these.
DROP FUNCTION find_orders(text, boolean, text[], uuid, uuid, integer, integer, boolean);
--> statement-breakpoint
CREATE FUNCTION find_orders(in_status text, is_opened boolean, patterns text[], id_from uuid, id_to uuid, most integer, skip integer,
  from_end boolean DEFAULT false, sorted text DEFAULT NULL, from_day date DEFAULT NULL, to_day date DEFAULT NULL, of_user uuid DEFAULT NULL,
  before_at timestamptz DEFAULT NULL, before_id uuid DEFAULT NULL)
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
    || CASE WHEN before_at IS NULL THEN '' ELSE ' AND (created_at, id) < ($9, $10)' END
    || ' ORDER BY ' || CASE WHEN first IS NULL THEN '' WHEN from_end THEN first || ' DESC, ' ELSE first || ', ' END
    || CASE WHEN from_end THEN 'created_at, id' ELSE 'created_at DESC, id DESC' END
    || ' LIMIT $4 OFFSET $5'
    USING in_status, id_from, id_to, most, skip, from_day::timestamp AT TIME ZONE zone, (to_day + 1)::timestamp AT TIME ZONE zone, of_user, before_at, before_id;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_orders(text, boolean, text[], uuid, uuid, integer, integer, boolean, text, date, date, uuid, timestamptz, uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_orders(text, boolean, text[], uuid, uuid, integer, integer, boolean, text, date, date, uuid, timestamptz, uuid) TO aso_web;
--> statement-breakpoint

-- How many open orders were due before a day, counted to `most`; 0 for all but the staff. Under row level security no index
-- serves an expression.
CREATE FUNCTION count_late_orders(today date, most integer) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*)::integer FROM (
    SELECT FROM orders WHERE (SELECT is_admin_or_super_admin((SELECT caller())))
      AND CASE WHEN status IN ('pending', 'processing') THEN coalesce(due_day, 'infinity') END < today LIMIT most
  ) late
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION count_late_orders(date, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION count_late_orders(date, integer) TO aso_web;
--> statement-breakpoint

-- ── Totals of each day ───────────────────────────────────────────────────────────────────────────

-- What was sold on each day of the shop: of the whole shop, of a product (key: its id) and with a promotion (key: its code in
-- lower case). Cancelled orders do not count. Each change appends its difference with an id of its own, so that no writer
-- waits for another; fold_counters() adds them to the row with id 0. A total is the sum of its rows.
CREATE SEQUENCE sales_totals_id_seq;
--> statement-breakpoint
CREATE TABLE sales_totals (
  kind text NOT NULL CHECK (kind IN ('shop', 'product', 'promotion')),
  day date NOT NULL,
  key text COLLATE "C" NOT NULL,
  id bigint NOT NULL DEFAULT nextval('sales_totals_id_seq'),
  -- Of the whole shop alone.
  orders bigint NOT NULL DEFAULT 0,
  items bigint NOT NULL DEFAULT 0,
  money numeric(16,2) NOT NULL DEFAULT 0,
  -- By how much the items were cheaper than their list price.
  reduction numeric(16,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, day, key, id)
);
--> statement-breakpoint
CREATE INDEX sales_totals_promotion_idx ON sales_totals (key, day) WHERE kind = 'promotion';
--> statement-breakpoint
CREATE INDEX sales_totals_unfolded_idx ON sales_totals (id) WHERE id > 0;
--> statement-breakpoint
ALTER TABLE sales_totals ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT ON sales_totals TO aso_web;
--> statement-breakpoint
CREATE POLICY admin_reads ON sales_totals FOR SELECT TO aso_web USING ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint

-- The totals that an item belongs to.
CREATE FUNCTION totals_of_item(product_id uuid, promotion_code text) RETURNS TABLE (kind text, key text)
LANGUAGE sql IMMUTABLE AS $$
  SELECT t.kind, t.key FROM (VALUES ('shop', ''), ('product', product_id::text), ('promotion', lower(promotion_code))) t (kind, key)
  WHERE t.key IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION recount_sales() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  zone CONSTANT text := shop_time_zone();
BEGIN
  LOCK TABLE sales_totals IN EXCLUSIVE MODE;
  DELETE FROM sales_totals;
  INSERT INTO sales_totals (kind, day, key, id, orders, items, money, reduction)
  WITH counted AS MATERIALIZED (
    SELECT id, (created_at AT TIME ZONE zone)::date AS day FROM orders WHERE status <> 'cancelled'
  ) SELECT kind, day, key, 0, sum(orders), sum(items), sum(money), sum(reduction) FROM (
    SELECT 'shop' AS kind, day, '' AS key, count(*) AS orders, 0 AS items, 0 AS money, 0 AS reduction FROM counted GROUP BY day
    UNION ALL
    SELECT t.kind, c.day, t.key, 0, count(*), sum(i.product_price), sum(i.list_price - i.product_price)
    FROM order_items i JOIN counted c ON c.id = i.order_id, LATERAL totals_of_item(i.product_id, i.promotion_code) t
    GROUP BY t.kind, c.day, t.key
  ) s GROUP BY kind, day, key;
END $$;
--> statement-breakpoint
-- Called at each start. In another time zone the days begin at other instants: everything is counted again, while writers wait.
CREATE FUNCTION keep_time_zone(zone text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM installation WHERE key = 'time_zone' AND value = zone) THEN
    RETURN;
  END IF;
  LOCK TABLE orders, order_items IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO installation (key, value) VALUES ('time_zone', zone) ON CONFLICT (key) DO UPDATE SET value = excluded.value;
  PERFORM recount_sales();
END $$;
--> statement-breakpoint

-- Adds whole orders with their items to the totals of a day, or takes them away: sign 1 or -1.
CREATE FUNCTION add_orders_to_totals(ids uuid[], signs integer[], days date[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH moved AS MATERIALIZED (SELECT * FROM unnest(ids, signs, days) m (id, sign, day))
  INSERT INTO sales_totals (kind, day, key, orders, items, money, reduction)
  SELECT kind, day, key, sum(orders), sum(items), sum(money), sum(reduction) FROM (
    SELECT 'shop' AS kind, day, '' AS key, sign AS orders, 0 AS items, 0 AS money, 0 AS reduction FROM moved
    UNION ALL
    SELECT t.kind, m.day, t.key, 0, m.sign, m.sign * i.product_price, m.sign * (i.list_price - i.product_price)
    FROM moved m JOIN order_items i ON i.order_id = m.id, LATERAL totals_of_item(i.product_id, i.promotion_code) t
  ) s GROUP BY kind, day, key
$$;
--> statement-breakpoint
-- Orders that were added, without items yet; that were cancelled, taken up again or moved to another day. Their items do not
-- change meanwhile: total_order_items() waits for the row of their order.
CREATE FUNCTION total_orders() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  zone CONSTANT text := shop_time_zone();
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO sales_totals (kind, day, key, orders)
    SELECT 'shop', (created_at AT TIME ZONE zone)::date AS day, '', count(*) FROM new_rows WHERE status <> 'cancelled' GROUP BY day;
  ELSE
    PERFORM add_orders_to_totals(array_agg(n.id), array_agg(side.sign), array_agg((side.created_at AT TIME ZONE zone)::date))
    FROM old_rows o JOIN new_rows n USING (id),
      LATERAL (VALUES (-1, o.status, o.created_at), (1, n.status, n.created_at)) side (sign, status, created_at)
    WHERE ((o.status = 'cancelled') <> (n.status = 'cancelled') OR o.created_at <> n.created_at) AND side.status <> 'cancelled'
    HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Before the deletion of an order, when its items are still there.
CREATE FUNCTION total_deleted_order() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_orders_to_totals(ARRAY[OLD.id], ARRAY[-1], ARRAY[(OLD.created_at AT TIME ZONE shop_time_zone())::date]);
  RETURN OLD;
END $$;
--> statement-breakpoint
-- Items that were added, changed or removed. An order that is deleted with them is gone by now, and was taken away whole.
CREATE FUNCTION total_order_items() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  zone CONSTANT text := shop_time_zone();
  differing CONSTANT text := 'new_rows n JOIN old_rows o USING (id)
    WHERE (n.order_id, n.position, n.product_id, n.product_name, n.product_price, n.list_price, n.promotion_code)
      IS DISTINCT FROM (o.order_id, o.position, o.product_id, o.product_name, o.product_price, o.list_price, o.promotion_code)';
  changed CONSTANT text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, n.* FROM new_rows n'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, o.* FROM old_rows o'
    ELSE format('SELECT 1 AS sign, n.* FROM %1$s UNION ALL SELECT -1, o.* FROM %1$s', differing) END;
  ids uuid[];
BEGIN
  EXECUTE format('SELECT array_agg(DISTINCT order_id) FROM (%s) c', changed) INTO ids;
  IF ids IS NULL THEN
    RETURN NULL;
  END IF;
  -- Waits for a change of status in progress, and keeps another one waiting: total_orders() counts the items as well.
  PERFORM FROM orders WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  EXECUTE format($q$
    INSERT INTO sales_totals (kind, day, key, items, money, reduction)
    SELECT t.kind, (o.created_at AT TIME ZONE $1)::date AS day, t.key, sum(c.sign), sum(c.sign * c.product_price), sum(c.sign * (c.list_price - c.product_price))
    FROM (%s) c JOIN orders o ON o.id = c.order_id AND o.status <> 'cancelled', LATERAL totals_of_item(c.product_id, c.promotion_code) t
    GROUP BY t.kind, day, t.key$q$, changed) USING zone;
  -- A submission writes the names with its order.
  UPDATE orders o SET product_names = n.names FROM (
    SELECT listed.id, (SELECT ' ' || string_agg(fold(i.product_name), ' ' ORDER BY i.position) FROM order_items i WHERE i.order_id = listed.id) AS names
    FROM unnest(ids) listed (id)
  ) n WHERE o.id = n.id AND o.product_names IS DISTINCT FROM n.names;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION total_truncated() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM recount_sales();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER total_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION total_orders();
--> statement-breakpoint
CREATE TRIGGER total_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION total_orders();
--> statement-breakpoint
CREATE TRIGGER total_delete BEFORE DELETE ON orders FOR EACH ROW WHEN (OLD.status <> 'cancelled') EXECUTE FUNCTION total_deleted_order();
--> statement-breakpoint
CREATE TRIGGER total_truncate AFTER TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION total_truncated();
--> statement-breakpoint
CREATE TRIGGER total_insert AFTER INSERT ON order_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION total_order_items();
--> statement-breakpoint
CREATE TRIGGER total_update AFTER UPDATE ON order_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION total_order_items();
--> statement-breakpoint
CREATE TRIGGER total_delete AFTER DELETE ON order_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION total_order_items();
--> statement-breakpoint
CREATE TRIGGER total_truncate AFTER TRUNCATE ON order_items FOR EACH STATEMENT EXECUTE FUNCTION total_truncated();
--> statement-breakpoint
-- As before, and the totals of each day.
CREATE OR REPLACE FUNCTION fold_counters() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM counters RETURNING name, delta)
  INSERT INTO counters (name, delta) SELECT name, sum(delta) FROM gone GROUP BY name;
  WITH gone AS (DELETE FROM sales_totals WHERE id > 0 RETURNING kind, day, key, orders, items, money, reduction)
  INSERT INTO sales_totals AS t (kind, day, key, id, orders, items, money, reduction)
  SELECT kind, day, key, 0, sum(orders), sum(items), sum(money), sum(reduction) FROM gone GROUP BY kind, day, key ORDER BY kind, day, key
  ON CONFLICT (kind, day, key, id) DO UPDATE
    SET orders = t.orders + excluded.orders, items = t.items + excluded.items, money = t.money + excluded.money, reduction = t.reduction + excluded.reduction
$$;
--> statement-breakpoint

-- ── Notes of the staff ───────────────────────────────────────────────────────────────────────────

-- What the staff write about an order, for the staff alone. A note does not change: its author or a super admin deletes it.
CREATE TABLE staff_notes (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  author_id uuid REFERENCES profiles ON DELETE SET NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX staff_notes_order_idx ON staff_notes (order_id, created_at, id);
--> statement-breakpoint
CREATE INDEX staff_notes_author_idx ON staff_notes (author_id);
--> statement-breakpoint
ALTER TABLE staff_notes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- An undo locks rows, which needs the right to update a column and a policy; no update passes it.
GRANT SELECT, INSERT, DELETE, UPDATE (created_at) ON staff_notes TO aso_web;
--> statement-breakpoint
CREATE POLICY staff_reads ON staff_notes FOR SELECT TO aso_web USING ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY staff_writes ON staff_notes FOR INSERT TO aso_web WITH CHECK ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY staff_locks ON staff_notes FOR UPDATE TO aso_web USING ((select is_admin_or_super_admin((select caller())))) WITH CHECK (false);
--> statement-breakpoint
CREATE POLICY author_or_super_deletes ON staff_notes FOR DELETE TO aso_web USING ((select is_admin_or_super_admin((select caller())))
  AND (author_id = (select caller()) OR (select is_super_admin((select caller())))));
--> statement-breakpoint
-- A note is by the caller and of this moment, except one that returns as it was deleted; its author may be gone by then.
CREATE FUNCTION staff_notes_write_author() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM changes c, jsonb_populate_record(NULL::staff_notes, c.before) b
    WHERE c.thing_id = NEW.order_id AND c.table_name = 'staff_notes' AND c.row_id = NEW.id AND c.operation = 'delete'
      AND (b.text, b.created_at) = (NEW.text, NEW.created_at) AND (NEW.author_id IS NULL OR NEW.author_id = b.author_id)
  ) THEN
    NEW.author_id := caller();
    NEW.created_at := clock_timestamp();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER staff_notes_write_author BEFORE INSERT ON staff_notes FOR EACH ROW
  WHEN (current_user = 'aso_web') EXECUTE FUNCTION staff_notes_write_author();
--> statement-breakpoint
-- Notified by their own id, not by that of the order: customers are not told.
DO $$
DECLARE
  operation text;
  rows_of text;
BEGIN
  FOREACH operation IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
    rows_of := CASE operation WHEN 'insert' THEN 'NEW TABLE AS new_rows' WHEN 'delete' THEN 'OLD TABLE AS old_rows'
      ELSE 'OLD TABLE AS old_rows NEW TABLE AS new_rows' END;
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON staff_notes REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION notify_changes(%L)',
      'notify_' || operation, operation, rows_of, 'id');
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON staff_notes REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION record_changes(%L, %L, %L, %L)',
      'record_' || operation, operation, rows_of, 'order', 'order_id', '', '{}');
  END LOOP;
END $$;
--> statement-breakpoint
-- The notes about a deleted account go with those of its items, and from the history. Runs after mask_history, before
-- profiles_anonymize takes the account off its orders.
CREATE FUNCTION mask_staff_notes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM staff_notes n USING orders o WHERE o.user_id = OLD.id AND n.order_id = o.id AND o.status IN ('completed', 'cancelled');
  UPDATE changes c SET before = c.before - 'text', after = c.after - 'text'
  FROM orders o WHERE o.user_id = OLD.id AND c.thing_id = o.id AND c.table_name = 'staff_notes';
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER mask_staff_notes BEFORE DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION mask_staff_notes();
--> statement-breakpoint

-- ── History ──────────────────────────────────────────────────────────────────────────────────────

-- Of orders, the due day is recorded too.
DROP TRIGGER record_update ON orders;
--> statement-breakpoint
CREATE TRIGGER record_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_changes('order', 'id', 'order_number', '{status,due_day}');
--> statement-breakpoint
-- Undo: notes of the staff return; they and due days need no event of their order, because its timeline reads the history.
DO $$
DECLARE
  source text := pg_get_functiondef('undo_change_set(uuid, boolean)'::regprocedure);
  patch text[];
BEGIN
  FOREACH patch SLICE 1 IN ARRAY ARRAY[
    [$q$'orders', 'order_items',$q$, $q$'orders', 'order_items', 'staff_notes',$q$],
    [$q$c.set_id = made AND c.kind = 'order';$q$, $q$c.set_id = made AND (c.table_name = 'order_items' OR c.table_name = 'orders' AND c.after ? 'status');$q$]
  ] LOOP
    IF strpos(source, patch[1]) = 0 THEN
      RAISE EXCEPTION 'undo_change_set has no %', patch[1];
    END IF;
    source := replace(source, patch[1], patch[2]);
  END LOOP;
  EXECUTE source;
END $$;
--> statement-breakpoint

-- ── The events of an order ───────────────────────────────────────────────────────────────────────

-- The notes of the customer are events too, and the emails that were sent.
ALTER POLICY own_or_admin_insert ON order_events
  WITH CHECK (actor_id = (select caller()) AND ((select is_admin_or_super_admin((select caller())))
    OR (kind IN ('submitted', 'opened', 'note') AND EXISTS (SELECT FROM orders o WHERE o.id = order_id AND o.user_id = (select caller())))));
--> statement-breakpoint
ALTER TABLE order_events DROP CONSTRAINT order_events_kind_check,
  ADD CONSTRAINT order_events_kind_check CHECK (kind IN ('submitted', 'opened', 'status', 'note', 'item_removed', 'item_restored', 'email')) NOT VALID;
--> statement-breakpoint
-- Called by the worker when an email about an order was sent; once for each reader, however often it is called.
CREATE FUNCTION note_order_mail(of_order uuid, reader text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO order_events (id, order_id, kind, detail, created_at)
  SELECT md5('sent ' || reader || o.id)::uuid, o.id, 'email', jsonb_build_object('reader', reader), clock_timestamp()
  FROM orders o WHERE o.id = of_order ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION shop_time_zone(), recount_sales(), keep_time_zone(text), add_orders_to_totals(uuid[], integer[], date[]), total_orders(),
  total_deleted_order(), total_order_items(), total_truncated(), staff_notes_write_author(), mask_staff_notes(), note_order_mail(uuid, text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION note_order_mail(uuid, text) TO aso_auth;
