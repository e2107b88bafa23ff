-- Drafts, which only staff see, and products that are sold out (docs/decisions/0038-draft-products.md).

-- The columns have constant defaults, so no row is written. Their indexes follow in a migration of their own.
ALTER TABLE products
  ADD COLUMN status text NOT NULL DEFAULT 'published',
  ADD COLUMN sold_out boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT products_status_check CHECK (status IN ('draft', 'published')) NOT VALID;
--> statement-breakpoint

-- ── Who reads ────────────────────────────────────────────────────────────────────────────────────

-- A list with "status = 'published'" reads an index that implies this policy, and evaluates nothing for each row.
DROP POLICY read_all ON products;
--> statement-breakpoint
CREATE POLICY published_or_admin ON products FOR SELECT TO aso_web
  USING (status = 'published' OR (select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
-- A function, because the policy of products within that of its images more than doubled the time of a product's statement:
-- each use of the table was planned with both.
CREATE FUNCTION sees_product(product uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM products WHERE id = product AND status = 'published') OR is_admin_or_super_admin(caller());
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION sees_product(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION sees_product(uuid) TO aso_web;
--> statement-breakpoint
-- The images of the products that the caller sees.
DROP POLICY read_all ON product_images;
--> statement-breakpoint
CREATE POLICY published_or_admin ON product_images FOR SELECT TO aso_web USING (sees_product(product_id));
--> statement-breakpoint
-- All products, for staff; for any other caller it is empty. Under the table's own policy no index would serve a search: a
-- policy is evaluated for each row before any LIKE. This evaluates once, before the first row.
CREATE VIEW staff_products AS
  SELECT id, name, price, category_id, featured, promotion_id, likes, status, sold_out, created_at, name_key, search
  FROM products WHERE (SELECT is_admin_or_super_admin((SELECT caller())));
--> statement-breakpoint
GRANT SELECT ON staff_products TO aso_web;
--> statement-breakpoint
-- The same search for shoppers, of published products alone. A function and not a view: the condition of a statement on a
-- view may be evaluated before the view's own, and by its errors tell of drafts. NULL is no filter. At most `most` rows,
-- in any order, with the columns by which lists are sorted. Planned for the values of each call, and with bitmaps of
-- indexes alone: the statistics of a word count drafts too, which may make it look frequent, and a scan cheap.
CREATE FUNCTION search_published(patterns text[], or_categories uuid[], in_categories uuid[], in_promotion uuid, is_featured boolean, other_than uuid, most integer)
RETURNS TABLE (id uuid, featured boolean, created_at timestamptz, likes integer, price numeric, name_key text, category_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_indexscan = off AS $$
BEGIN
  RETURN QUERY SELECT p.id, p.featured, p.created_at, p.likes, p.price, p.name_key, p.category_id FROM products p
  WHERE p.status = 'published' AND (p.search LIKE ANY (patterns) OR p.category_id = ANY (or_categories))
    AND (in_categories IS NULL OR p.category_id = ANY (in_categories))
    AND (in_promotion IS NULL OR p.promotion_id = in_promotion)
    AND (is_featured IS NULL OR p.featured = is_featured)
    AND (other_than IS NULL OR p.id <> other_than)
  LIMIT most;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION search_published(text[], uuid[], uuid[], uuid, boolean, uuid, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION search_published(text[], uuid[], uuid[], uuid, boolean, uuid, integer) TO aso_web;
--> statement-breakpoint

-- ── Totals ───────────────────────────────────────────────────────────────────────────────────────

DROP TRIGGER count_insert ON products;
--> statement-breakpoint
DROP TRIGGER count_update ON products;
--> statement-breakpoint
DROP TRIGGER count_delete ON products;
--> statement-breakpoint
DO $$
DECLARE
  names text := $n$ARRAY['products', CASE WHEN r.featured THEN 'products:featured' END, CASE WHEN r.status = 'draft' THEN 'products:draft' END, CASE WHEN r.sold_out THEN 'products:sold_out' END]$n$;
BEGIN
  EXECUTE format('CREATE TRIGGER count_insert AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changes(%L)', names);
  EXECUTE format('CREATE TRIGGER count_update AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changes(%L)', names);
  EXECUTE format('CREATE TRIGGER count_delete AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changes(%L)', names);
END $$;
--> statement-breakpoint
-- As before, without drafts: the number that shoppers see.
CREATE OR REPLACE FUNCTION product_total() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT coalesce(sum(CASE name WHEN 'products' THEN delta ELSE -delta END), 0)::bigint FROM counters
  WHERE name IN ('products', 'products:draft')
$$;
--> statement-breakpoint

-- ── Edits ────────────────────────────────────────────────────────────────────────────────────────

-- As before, with the two new fields of the form.
DROP TRIGGER mark_edited ON products;
--> statement-breakpoint
CREATE TRIGGER mark_edited BEFORE UPDATE OF name, description, price, category_id, featured, status, sold_out ON products FOR EACH ROW
  WHEN ((OLD.name, OLD.description, OLD.price, OLD.category_id, OLD.featured, OLD.status, OLD.sold_out)
    IS DISTINCT FROM (NEW.name, NEW.description, NEW.price, NEW.category_id, NEW.featured, NEW.status, NEW.sold_out))
  EXECUTE FUNCTION mark_edited();
--> statement-breakpoint
DROP TRIGGER mark_switched ON products;
--> statement-breakpoint
CREATE TRIGGER mark_switched BEFORE UPDATE OF featured, status, sold_out ON products FOR EACH ROW
  WHEN ((OLD.featured, OLD.status, OLD.sold_out) IS DISTINCT FROM (NEW.featured, NEW.status, NEW.sold_out))
  EXECUTE FUNCTION mark_switched();
--> statement-breakpoint
DROP TRIGGER end_demo ON products;
--> statement-breakpoint
CREATE TRIGGER end_demo BEFORE UPDATE OF name, description, price, category_id, featured, promotion_id, status, sold_out ON products FOR EACH ROW
  WHEN (OLD.is_demo AND ((OLD.name, OLD.description, OLD.price, OLD.category_id, OLD.featured, OLD.status, OLD.sold_out)
    IS DISTINCT FROM (NEW.name, NEW.description, NEW.price, NEW.category_id, NEW.featured, NEW.status, NEW.sold_out)
    OR (NEW.promotion_id IS NOT NULL AND NEW.promotion_id IS DISTINCT FROM OLD.promotion_id)))
  EXECUTE FUNCTION end_demo();
--> statement-breakpoint

-- ── Orders ───────────────────────────────────────────────────────────────────────────────────────

-- As before, and the product can be ordered: also by staff, who see drafts.
CREATE OR REPLACE FUNCTION order_items_match_product() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM products p LEFT JOIN promotions pr ON pr.id = p.promotion_id
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
