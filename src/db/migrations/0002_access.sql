-- Who may see and change which row. Two layers are independent: the operation's declared access in the
-- programme, and this.

CREATE FUNCTION is_admin_or_super_admin(user_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE SET search_path = public, pg_temp
AS $$ SELECT EXISTS (SELECT FROM profiles p WHERE p.id = user_id AND p.role IN ('admin', 'super_admin') AND NOT p.banned) $$;
--> statement-breakpoint
CREATE FUNCTION is_super_admin(user_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE SET search_path = public, pg_temp
AS $$ SELECT EXISTS (SELECT FROM profiles p WHERE p.id = user_id AND p.role = 'super_admin' AND NOT p.banned) $$;
--> statement-breakpoint

REVOKE ALL ON FUNCTION is_admin_or_super_admin(uuid), is_super_admin(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION is_admin_or_super_admin(uuid), is_super_admin(uuid) TO aso_web, aso_auth;
--> statement-breakpoint
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO aso_web, aso_auth;
--> statement-breakpoint

ALTER TABLE profiles ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE verifications ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE promotions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE categories ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE category_slugs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE products ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE product_images ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE product_likes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE order_items ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE order_events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE hero_slides ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE hero_slide_images ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE contact_submissions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE counters ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE limits ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE installation ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint

-- ── aso_auth: sign-in's own tables and the profile it makes ─────────────────────────────────────
GRANT SELECT, INSERT, UPDATE, DELETE ON profiles, sessions, accounts, verifications TO aso_auth;
--> statement-breakpoint
CREATE POLICY auth_all ON profiles TO aso_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY auth_all ON sessions TO aso_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY auth_all ON accounts TO aso_auth USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY auth_all ON verifications TO aso_auth USING (true) WITH CHECK (true);
--> statement-breakpoint

-- ── aso_web: what everybody reads and admins write ──────────────────────────────────────────────
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['promotions', 'categories', 'category_slugs', 'products', 'product_images', 'hero_slides', 'hero_slide_images'] LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aso_web', name);
    EXECUTE format('CREATE POLICY read_all ON %I FOR SELECT TO aso_web USING (true)', name);
    EXECUTE format('CREATE POLICY admin_insert ON %I FOR INSERT TO aso_web WITH CHECK ((select is_admin_or_super_admin((select caller()))))', name);
    EXECUTE format('CREATE POLICY admin_update ON %I FOR UPDATE TO aso_web USING ((select is_admin_or_super_admin((select caller())))) WITH CHECK ((select is_admin_or_super_admin((select caller()))))', name);
    EXECUTE format('CREATE POLICY admin_delete ON %I FOR DELETE TO aso_web USING ((select is_admin_or_super_admin((select caller()))))', name);
  END LOOP;
END $$;
--> statement-breakpoint

-- Any browser may add that its wishlist held a product; nobody reads who did.
GRANT INSERT ON product_likes TO aso_web;
--> statement-breakpoint
CREATE POLICY anyone_likes ON product_likes FOR INSERT TO aso_web WITH CHECK (NOT counted);
--> statement-breakpoint

-- ── Profiles ─────────────────────────────────────────────────────────────────────────────────────
GRANT SELECT, UPDATE (first_name, last_name, name, phone, role, updated_at) ON profiles TO aso_web;
--> statement-breakpoint
CREATE POLICY own_or_super ON profiles FOR SELECT TO aso_web
  USING (id = (select caller()) OR (select is_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY own_or_super_update ON profiles FOR UPDATE TO aso_web
  USING (id = (select caller()) OR (select is_super_admin((select caller()))))
  WITH CHECK (id = (select caller()) OR (select is_super_admin((select caller()))));
--> statement-breakpoint

-- A role is changed by a super admin, never one's own, and the last super admin stays one.
CREATE FUNCTION profiles_guard() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.role IS DISTINCT FROM OLD.role THEN
    IF caller() IS NOT NULL AND (NEW.id = caller() OR NOT is_super_admin(caller())) THEN
      RAISE EXCEPTION 'role may not be changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF OLD.role = 'super_admin' THEN
      -- Two demotions at once wait here for one another.
      PERFORM pg_advisory_xact_lock(hashtext('aso.super_admins'));
      IF NOT EXISTS (SELECT FROM profiles WHERE role = 'super_admin' AND id <> OLD.id) THEN
        RAISE EXCEPTION 'the last super_admin stays one' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_super_admin';
      END IF;
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER profiles_guard BEFORE UPDATE OF role ON profiles FOR EACH ROW EXECUTE FUNCTION profiles_guard();
--> statement-breakpoint
-- Without a caller the web role changes no role at all: caller() is NULL only for owner and auth.
CREATE FUNCTION profiles_role_needs_caller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role IS DISTINCT FROM OLD.role AND current_user IN ('aso_web', 'aso_auth') AND caller() IS NULL THEN
    RAISE EXCEPTION 'role may not be changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER profiles_role_needs_caller BEFORE UPDATE OF role ON profiles FOR EACH ROW EXECUTE FUNCTION profiles_role_needs_caller();
--> statement-breakpoint
-- Another number is not a way in before a code sent to it came back.
CREATE FUNCTION profiles_phone_unverified() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.phone IS DISTINCT FROM OLD.phone AND current_user = 'aso_web' THEN
    NEW.phone_verified := false;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER profiles_phone_unverified BEFORE UPDATE OF phone ON profiles FOR EACH ROW EXECUTE FUNCTION profiles_phone_unverified();
--> statement-breakpoint
-- Sign-up makes users with the role 'user' and nothing else.
CREATE FUNCTION profiles_start_as_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role <> 'user' AND current_user IN ('aso_web', 'aso_auth') THEN
    RAISE EXCEPTION 'a profile starts with the role user' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER profiles_start_as_user BEFORE INSERT ON profiles FOR EACH ROW EXECUTE FUNCTION profiles_start_as_user();
--> statement-breakpoint

-- ── Orders ───────────────────────────────────────────────────────────────────────────────────────
GRANT SELECT, INSERT ON orders, order_items, order_events TO aso_web;
--> statement-breakpoint
GRANT UPDATE (status, whatsapp_link, opened_at, updated_at) ON orders TO aso_web;
--> statement-breakpoint
GRANT UPDATE (note), DELETE ON order_items TO aso_web;
--> statement-breakpoint
CREATE POLICY own_or_admin ON orders FOR SELECT TO aso_web
  USING (user_id = (select caller()) OR (select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY own_insert ON orders FOR INSERT TO aso_web WITH CHECK (user_id = (select caller()) AND status = 'pending');
--> statement-breakpoint
CREATE POLICY own_or_admin_update ON orders FOR UPDATE TO aso_web
  USING (user_id = (select caller()) OR (select is_admin_or_super_admin((select caller()))))
  WITH CHECK (user_id = (select caller()) OR (select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY own_or_admin ON order_items FOR SELECT TO aso_web
  USING ((select is_admin_or_super_admin((select caller()))) OR EXISTS (SELECT FROM orders o WHERE o.id = order_id AND o.user_id = (select caller())));
--> statement-breakpoint
-- Items come with their order, in the transaction that makes it, and never later.
CREATE POLICY own_insert ON order_items FOR INSERT TO aso_web
  WITH CHECK (EXISTS (SELECT FROM orders o WHERE o.id = order_id AND o.user_id = (select caller()) AND o.created_at = now()));
--> statement-breakpoint
CREATE POLICY own_or_admin_update ON order_items FOR UPDATE TO aso_web
  USING ((select is_admin_or_super_admin((select caller()))) OR EXISTS (SELECT FROM orders o WHERE o.id = order_id AND o.user_id = (select caller())))
  WITH CHECK ((select is_admin_or_super_admin((select caller()))) OR EXISTS (SELECT FROM orders o WHERE o.id = order_id AND o.user_id = (select caller())));
--> statement-breakpoint
CREATE POLICY admin_delete ON order_items FOR DELETE TO aso_web
  USING ((select is_admin_or_super_admin((select caller()))) AND EXISTS (SELECT FROM orders o WHERE o.id = order_id AND o.status = 'pending'));
--> statement-breakpoint
CREATE POLICY own_or_admin ON order_events FOR SELECT TO aso_web
  USING ((select is_admin_or_super_admin((select caller()))) OR EXISTS (SELECT FROM orders o WHERE o.id = order_id AND o.user_id = (select caller())));
--> statement-breakpoint
CREATE POLICY own_or_admin_insert ON order_events FOR INSERT TO aso_web
  WITH CHECK (actor_id = (select caller()) AND ((select is_admin_or_super_admin((select caller())))
    OR (kind IN ('submitted', 'opened') AND EXISTS (SELECT FROM orders o WHERE o.id = order_id AND o.user_id = (select caller())))));
--> statement-breakpoint

-- Columns cannot be told apart by a policy: a customer writes the link anew and notes that it was opened, no more.
CREATE FUNCTION orders_guard() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status IS DISTINCT FROM OLD.status AND current_user = 'aso_web' AND NOT is_admin_or_super_admin(caller()) THEN
    RAISE EXCEPTION 'status may not be changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_guard BEFORE UPDATE OF status ON orders FOR EACH ROW EXECUTE FUNCTION orders_guard();
--> statement-breakpoint
-- The last item of an order stays.
CREATE FUNCTION order_items_guard() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders WHERE id = OLD.order_id FOR UPDATE;
  IF FOUND AND NOT EXISTS (SELECT FROM order_items WHERE order_id = OLD.order_id AND id <> OLD.id) THEN
    RAISE EXCEPTION 'an order keeps at least one item' USING ERRCODE = 'check_violation', CONSTRAINT = 'order_items_last';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_items_guard BEFORE DELETE ON order_items FOR EACH ROW WHEN (current_user = 'aso_web') EXECUTE FUNCTION order_items_guard();
--> statement-breakpoint

-- Whether an item is there at all, so that another customer's is refused in words and an unknown one is not found.
CREATE FUNCTION order_item_exists(item uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT EXISTS (SELECT FROM order_items WHERE id = item) $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION order_item_exists(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION order_item_exists(uuid) TO aso_web;
--> statement-breakpoint

-- ── Contact messages ─────────────────────────────────────────────────────────────────────────────
GRANT SELECT, INSERT, UPDATE (read_at) ON contact_submissions TO aso_web;
--> statement-breakpoint
CREATE POLICY anyone_writes ON contact_submissions FOR INSERT TO aso_web WITH CHECK (read_at IS NULL);
--> statement-breakpoint
CREATE POLICY admin_reads ON contact_submissions FOR SELECT TO aso_web USING ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY admin_marks ON contact_submissions FOR UPDATE TO aso_web
  USING ((select is_admin_or_super_admin((select caller())))) WITH CHECK ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint

-- ── Counters, limits, installation ───────────────────────────────────────────────────────────────
GRANT SELECT ON counters TO aso_web;
--> statement-breakpoint
CREATE POLICY admin_reads ON counters FOR SELECT TO aso_web USING ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
GRANT SELECT ON installation TO aso_web;
--> statement-breakpoint
CREATE POLICY read_all ON installation FOR SELECT TO aso_web USING (true);
--> statement-breakpoint

-- One hit of a key in a window of so many seconds. Gives how often it was hit in it, this one included.
CREATE FUNCTION hit_limit(limit_key text, seconds integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO limits AS l (key, window_start, hits)
  VALUES (left(limit_key, 200), to_timestamp(floor(extract(epoch FROM now()) / seconds) * seconds), 1)
  ON CONFLICT (key, window_start) DO UPDATE SET hits = l.hits + 1
  RETURNING hits
$$;
--> statement-breakpoint

-- Takes one hit back, where only failures count.
CREATE FUNCTION forgive_limit(limit_key text, seconds integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE limits SET hits = greatest(hits - 1, 0)
  WHERE key = left(limit_key, 200) AND window_start = to_timestamp(floor(extract(epoch FROM now()) / seconds) * seconds)
$$;
--> statement-breakpoint

-- The number of orders, at most a minute old, without the right to see them: how long an order number must be.
CREATE FUNCTION order_total() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT coalesce(sum(delta), 0)::bigint FROM counters WHERE name = 'orders' $$;
--> statement-breakpoint

-- The number of products, kept, for everybody: the counters themselves are the back office's.
CREATE FUNCTION product_total() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT coalesce(sum(delta), 0)::bigint FROM counters WHERE name = 'products' $$;
--> statement-breakpoint

-- Whose orders these are, for the stream of events: it tells each customer of her own alone.
CREATE FUNCTION order_owners(ids uuid[]) RETURNS TABLE (id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT o.id, o.user_id FROM orders o WHERE o.id = ANY (ids) $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION order_owners(uuid[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION order_owners(uuid[]) TO aso_web;
--> statement-breakpoint

-- ── Housekeeping, called by jobs ─────────────────────────────────────────────────────────────────
CREATE FUNCTION fold_counters() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM counters RETURNING name, delta)
  INSERT INTO counters (name, delta) SELECT name, sum(delta) FROM gone GROUP BY name
$$;
--> statement-breakpoint
CREATE FUNCTION forget_limits() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$ DELETE FROM limits WHERE window_start < now() - interval '1 day' $$;
--> statement-breakpoint
-- Adds the likes that were not counted yet to their products, without an event: likes touch no cache.
CREATE FUNCTION count_likes() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.quiet', 'on', true);
  WITH fresh AS (UPDATE product_likes SET counted = true WHERE NOT counted RETURNING product_id),
       sums AS (SELECT product_id, count(*)::integer AS n FROM fresh GROUP BY product_id)
  UPDATE products p SET likes = p.likes + s.n FROM sums s WHERE p.id = s.product_id;
  PERFORM set_config('app.quiet', '', true);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION hit_limit(text, integer), forgive_limit(text, integer), order_total(), product_total(), fold_counters(), forget_limits(), count_likes() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hit_limit(text, integer), order_total(), product_total(), fold_counters(), forget_limits(), count_likes() TO aso_web;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hit_limit(text, integer), forgive_limit(text, integer) TO aso_auth;
