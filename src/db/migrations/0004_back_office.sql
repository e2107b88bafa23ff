-- The back office: what two people do at once, and who did it.

-- A form's save carries the version it read. The version moves only when a field of that form changes,
-- whoever changes it and by whatever way.
CREATE FUNCTION mark_edited() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_by := caller();
  NEW.updated_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER mark_edited BEFORE UPDATE OF name, description, price, category_id, featured ON products FOR EACH ROW
  WHEN ((OLD.name, OLD.description, OLD.price, OLD.category_id, OLD.featured)
    IS DISTINCT FROM (NEW.name, NEW.description, NEW.price, NEW.category_id, NEW.featured))
  EXECUTE FUNCTION mark_edited();
--> statement-breakpoint
CREATE TRIGGER mark_edited BEFORE UPDATE OF name, description, parent_id, is_active ON categories FOR EACH ROW
  WHEN ((OLD.name, OLD.description, OLD.parent_id, OLD.is_active)
    IS DISTINCT FROM (NEW.name, NEW.description, NEW.parent_id, NEW.is_active))
  EXECUTE FUNCTION mark_edited();
--> statement-breakpoint
CREATE TRIGGER mark_edited
  BEFORE UPDATE OF name, description, tag_line, code, start_date, end_date, promotion_type, promotion_value ON promotions
  FOR EACH ROW
  WHEN ((OLD.name, OLD.description, OLD.tag_line, OLD.code, OLD.start_date, OLD.end_date, OLD.promotion_type, OLD.promotion_value)
    IS DISTINCT FROM (NEW.name, NEW.description, NEW.tag_line, NEW.code, NEW.start_date, NEW.end_date, NEW.promotion_type, NEW.promotion_value))
  EXECUTE FUNCTION mark_edited();
--> statement-breakpoint
CREATE TRIGGER mark_edited
  BEFORE UPDATE OF title, description, button_text, button_link, title_animation, description_animation, display_order, is_active
  ON hero_slides FOR EACH ROW
  WHEN ((OLD.title, OLD.description, OLD.button_text, OLD.button_link, OLD.title_animation, OLD.description_animation, OLD.display_order, OLD.is_active)
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.button_text, NEW.button_link, NEW.title_animation, NEW.description_animation, NEW.display_order, NEW.is_active))
  EXECUTE FUNCTION mark_edited();
--> statement-breakpoint

-- Switches and selects set a value and carry no version. Who set it last is told to the person whose screen
-- said otherwise. (The status of an order has its events for that.)
ALTER TABLE products ADD COLUMN switched_by uuid REFERENCES profiles ON DELETE SET NULL, ADD COLUMN switched_at timestamptz;
--> statement-breakpoint
ALTER TABLE categories ADD COLUMN switched_by uuid REFERENCES profiles ON DELETE SET NULL, ADD COLUMN switched_at timestamptz;
--> statement-breakpoint
ALTER TABLE hero_slides ADD COLUMN switched_by uuid REFERENCES profiles ON DELETE SET NULL, ADD COLUMN switched_at timestamptz;
--> statement-breakpoint
ALTER TABLE profiles ADD COLUMN switched_by uuid REFERENCES profiles ON DELETE SET NULL, ADD COLUMN switched_at timestamptz;
--> statement-breakpoint
CREATE FUNCTION mark_switched() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.switched_by := caller();
  NEW.switched_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER mark_switched BEFORE UPDATE OF featured ON products FOR EACH ROW
  WHEN (OLD.featured <> NEW.featured) EXECUTE FUNCTION mark_switched();
--> statement-breakpoint
CREATE TRIGGER mark_switched BEFORE UPDATE OF is_active ON categories FOR EACH ROW
  WHEN (OLD.is_active <> NEW.is_active) EXECUTE FUNCTION mark_switched();
--> statement-breakpoint
CREATE TRIGGER mark_switched BEFORE UPDATE OF is_active ON hero_slides FOR EACH ROW
  WHEN (OLD.is_active <> NEW.is_active) EXECUTE FUNCTION mark_switched();
--> statement-breakpoint
CREATE TRIGGER mark_switched BEFORE UPDATE OF role ON profiles FOR EACH ROW
  WHEN (OLD.role <> NEW.role) EXECUTE FUNCTION mark_switched();
--> statement-breakpoint

-- An order that is dragged is sent whole, with the version of the order it was made from.
-- Who adds, deletes, moves or orders takes the row of its list first, so that two wait for one another.
CREATE TABLE orderings (
  name text PRIMARY KEY CHECK (name IN ('categories', 'hero_slides')),
  version integer NOT NULL DEFAULT 1,
  updated_by uuid REFERENCES profiles ON DELETE SET NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
INSERT INTO orderings (name) VALUES ('categories'), ('hero_slides');
--> statement-breakpoint
ALTER TABLE orderings ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- The right to update one column is what taking the row needs.
GRANT SELECT, UPDATE (updated_at) ON orderings TO aso_web;
--> statement-breakpoint
CREATE POLICY admin_reads ON orderings FOR SELECT TO aso_web USING ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY admin_takes ON orderings FOR UPDATE TO aso_web
  USING ((select is_admin_or_super_admin((select caller())))) WITH CHECK ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
CREATE FUNCTION move_ordering() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE orderings SET version = version + 1, updated_by = caller(), updated_at = now() WHERE name = TG_TABLE_NAME;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER move_ordering AFTER INSERT OR DELETE ON categories FOR EACH STATEMENT EXECUTE FUNCTION move_ordering();
--> statement-breakpoint
CREATE TRIGGER move_ordering_moved AFTER UPDATE OF display_order, parent_id ON categories FOR EACH ROW
  WHEN ((OLD.display_order, OLD.parent_id) IS DISTINCT FROM (NEW.display_order, NEW.parent_id)) EXECUTE FUNCTION move_ordering();
--> statement-breakpoint
CREATE TRIGGER move_ordering AFTER INSERT OR DELETE ON hero_slides FOR EACH STATEMENT EXECUTE FUNCTION move_ordering();
--> statement-breakpoint
CREATE TRIGGER move_ordering_moved AFTER UPDATE OF display_order ON hero_slides FOR EACH ROW
  WHEN (OLD.display_order <> NEW.display_order) EXECUTE FUNCTION move_ordering();
--> statement-breakpoint

-- What a colleague is called in 'changed by …': admins may not list people, but know one another by name.
CREATE FUNCTION colleague_name(person uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email)
  FROM profiles p WHERE p.id = person AND is_admin_or_super_admin(caller())
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION colleague_name(uuid), move_ordering() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION colleague_name(uuid) TO aso_web;
--> statement-breakpoint

-- ── People ───────────────────────────────────────────────────────────────────────────────────────

-- 'ewa' finds Ẹwà. Kept in the row, so that words too short for the index are at least compared at once.
DROP INDEX profiles_search_idx;
--> statement-breakpoint
ALTER TABLE profiles ADD COLUMN search text COLLATE "C"
  GENERATED ALWAYS AS (fold(first_name || ' ' || last_name || ' ' || email)) STORED;
--> statement-breakpoint
CREATE INDEX profiles_search_idx ON profiles USING gin (search gin_trgm_ops);
--> statement-breakpoint
-- Everybody, for a super admin; for any other caller it is empty. Under the table's own policy no index would serve
-- a search: a policy is asked of each row before any LIKE is. This asks once, before the first row.
CREATE VIEW people AS
  SELECT id, email, first_name, last_name, role, created_at, search
  FROM profiles WHERE (SELECT is_super_admin((SELECT caller())));
--> statement-breakpoint
GRANT SELECT ON people TO aso_web;
--> statement-breakpoint

-- ── Orders in the back office ────────────────────────────────────────────────────────────────────

-- Number, customer's name, address and number as they are searched. The blank in front lets '% 27%' mean 'begins
-- a word', which the index knows even of one letter.
ALTER TABLE orders ADD COLUMN search text COLLATE "C" GENERATED ALWAYS AS (
  ' ' || order_number || ' ' || fold(customer_name) || ' ' || fold(customer_email) || coalesce(' ' || customer_phone, '')
) STORED;
--> statement-breakpoint
CREATE INDEX orders_search_idx ON orders USING gin (search gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX orders_opened_idx ON orders (created_at DESC, id DESC) WHERE opened_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX orders_status_unopened_idx ON orders (status, created_at DESC, id DESC) WHERE opened_at IS NULL;
--> statement-breakpoint
-- With the unopened of each status kept as well, every filter that is offered has its total without a count.
DROP TRIGGER count_insert ON orders;
--> statement-breakpoint
DROP TRIGGER count_update ON orders;
--> statement-breakpoint
DROP TRIGGER count_delete ON orders;
--> statement-breakpoint
DO $$
DECLARE
  names text := $n$ARRAY['orders', 'orders:' || r.status] || CASE WHEN r.opened_at IS NULL THEN ARRAY['orders:unopened', 'orders:unopened:' || r.status] END$n$;
BEGIN
  EXECUTE format('CREATE TRIGGER count_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changes(%L)', names);
  EXECUTE format('CREATE TRIGGER count_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changes(%L)', names);
  EXECUTE format('CREATE TRIGGER count_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changes(%L)', names);
END $$;
--> statement-breakpoint
INSERT INTO counters (name, delta) SELECT 'orders:unopened:' || status, count(*) FROM orders WHERE opened_at IS NULL GROUP BY status;
--> statement-breakpoint
-- Ids of orders, newest first, for an admin; for everybody else none. Row level security lets no LIKE near an
-- index (it might tell of rows that are not shown), so this asks once who is calling and then searches freely.
-- `patterns`: all of them must match; `id_from` and `id_to` stand beside them with OR. Null is no filter.
CREATE FUNCTION find_orders(in_status text, is_opened boolean, patterns text[], id_from uuid, id_to uuid, most integer, skip integer, from_end boolean DEFAULT false)
RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  matches text := (SELECT string_agg(format('search LIKE %L', p), ' AND ') FROM unnest(patterns) p);
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
    || CASE WHEN from_end THEN ' ORDER BY created_at, id' ELSE ' ORDER BY created_at DESC, id DESC' END
    || ' LIMIT $4 OFFSET $5'
    USING in_status, id_from, id_to, most, skip;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_orders(text, boolean, text[], uuid, uuid, integer, integer, boolean) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_orders(text, boolean, text[], uuid, uuid, integer, integer, boolean) TO aso_web;
--> statement-breakpoint

-- Each upload of a spreadsheet, once per key of the person who sent it: a press that is doubled, or sent again
-- because the answer was lost, finds here what it made.
CREATE TABLE product_imports (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  idempotency_key uuid NOT NULL,
  body_hash text NOT NULL,
  product_count integer NOT NULL,
  category_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, idempotency_key)
);
--> statement-breakpoint
ALTER TABLE product_imports ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (category_count) ON product_imports TO aso_web;
--> statement-breakpoint
CREATE POLICY own_import ON product_imports TO aso_web
  USING (user_id = (select caller()) AND (select is_admin_or_super_admin((select caller()))))
  WITH CHECK (user_id = (select caller()) AND (select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint

-- ── Pictures ─────────────────────────────────────────────────────────────────────────────────────

CREATE INDEX product_images_url_idx ON product_images (image_url);
--> statement-breakpoint
-- Whether any row shows the picture of an address: asked when a row that did is gone, before its file goes.
-- An order that is being sent has read the pictures of its products and not yet written them down; it holds the
-- same lock shared from before it reads, so that this waits for it, and whoever reads later finds the row gone.
CREATE FUNCTION picture_is_named(address text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.ordered_pictures'));
  RETURN EXISTS (SELECT FROM product_images WHERE image_url = address)
    OR EXISTS (SELECT FROM order_items WHERE product_image = address)
    OR EXISTS (SELECT FROM hero_slide_images WHERE image_url = address)
    OR EXISTS (SELECT FROM categories WHERE image_url = address);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION picture_is_named(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION picture_is_named(text) TO aso_web;
--> statement-breakpoint

-- ── Contact messages ─────────────────────────────────────────────────────────────────────────────

CREATE INDEX contact_submissions_unread_idx ON contact_submissions (created_at DESC, id DESC) WHERE read_at IS NULL;
--> statement-breakpoint

-- ── Promotions ───────────────────────────────────────────────────────────────────────────────────

-- Deleting a promotion takes its products out of it. Where they are more than a statement gets through in its time,
-- some go beforehand: `most` of them, or none when there are no more than that. Gives how many went. Rows somebody
-- else holds right now are passed over: who deletes comes again.
CREATE FUNCTION let_products_go(of_promotion uuid, most integer) RETURNS integer
LANGUAGE sql AS $$
  WITH held AS MATERIALIZED (
    SELECT id FROM products WHERE promotion_id = of_promotion LIMIT most + 1 FOR NO KEY UPDATE SKIP LOCKED
  ), gone AS (
    UPDATE products p SET promotion_id = NULL FROM held
    WHERE p.id = held.id AND (SELECT count(*) FROM held) > most RETURNING p.id
  )
  SELECT count(*)::integer FROM gone
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION let_products_go(uuid, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION let_products_go(uuid, integer) TO aso_web;
