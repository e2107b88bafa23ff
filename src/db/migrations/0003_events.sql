-- Changes are told to every process (NOTIFY) by the database itself, so that SQL and imports count too,
-- and totals are kept by the same means.

-- Tells 'changes' what happened: {"table", "ids"}; above 50 rows the table alone.
CREATE FUNCTION tell_changes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  id_column text := coalesce(TG_ARGV[0], 'id');
  ids text[];
  n integer;
BEGIN
  IF current_setting('app.quiet', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'TRUNCATE' THEN
    n := 51;
  ELSIF TG_OP = 'DELETE' THEN
    EXECUTE format('SELECT count(*), array_agg(x.id) FROM (SELECT DISTINCT %I::text AS id FROM old_rows LIMIT 51) x', id_column) INTO n, ids;
  ELSE
    EXECUTE format('SELECT count(*), array_agg(x.id) FROM (SELECT DISTINCT %I::text AS id FROM new_rows LIMIT 51) x', id_column) INTO n, ids;
  END IF;
  IF n > 50 THEN
    PERFORM pg_notify('changes', json_build_object('table', TG_TABLE_NAME, 'op', lower(TG_OP))::text);
  ELSIF n > 0 THEN
    PERFORM pg_notify('changes', json_build_object('table', TG_TABLE_NAME, 'op', lower(TG_OP), 'ids', ids)::text);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  pair text[];
BEGIN
  FOREACH pair SLICE 1 IN ARRAY ARRAY[
    ['products', 'id'], ['product_images', 'product_id'], ['categories', 'id'], ['promotions', 'id'],
    ['hero_slides', 'id'], ['hero_slide_images', 'slide_id'],
    ['orders', 'id'], ['order_items', 'order_id'], ['contact_submissions', 'id'], ['profiles', 'id']
  ] LOOP
    EXECUTE format('CREATE TRIGGER tell_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_changes(%L)', pair[1], pair[2]);
    EXECUTE format('CREATE TRIGGER tell_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_changes(%L)', pair[1], pair[2]);
    EXECUTE format('CREATE TRIGGER tell_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_changes(%L)', pair[1], pair[2]);
    EXECUTE format('CREATE TRIGGER tell_truncate AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION tell_changes(%L)', pair[1], pair[2]);
  END LOOP;
END $$;
--> statement-breakpoint

-- Appends the differences of a statement: counter names are computed per row by `expression`.
CREATE FUNCTION count_changes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  names text := TG_ARGV[0];
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM counters WHERE name = TG_TABLE_NAME OR name LIKE TG_TABLE_NAME || ':%';
  ELSIF TG_OP = 'INSERT' THEN
    EXECUTE format('INSERT INTO counters (name, delta) SELECT n, count(*) FROM new_rows r, unnest(%s) n WHERE n IS NOT NULL GROUP BY n', names);
  ELSIF TG_OP = 'DELETE' THEN
    EXECUTE format('INSERT INTO counters (name, delta) SELECT n, -count(*) FROM old_rows r, unnest(%s) n WHERE n IS NOT NULL GROUP BY n', names);
  ELSE
    EXECUTE format('INSERT INTO counters (name, delta) SELECT n, sum(d) FROM (
        SELECT n, 1 AS d FROM new_rows r, unnest(%1$s) n UNION ALL SELECT n, -1 FROM old_rows r, unnest(%1$s) n
      ) x WHERE n IS NOT NULL GROUP BY n HAVING sum(d) <> 0', names);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  pair text[];
BEGIN
  FOREACH pair SLICE 1 IN ARRAY ARRAY[
    ['orders', $n$ARRAY['orders', 'orders:' || r.status, CASE WHEN r.opened_at IS NULL THEN 'orders:unopened' END]$n$],
    ['products', $n$ARRAY['products', CASE WHEN r.featured THEN 'products:featured' END]$n$],
    ['profiles', $n$ARRAY['profiles', 'profiles:' || r.role]$n$],
    ['contact_submissions', $n$ARRAY['contact_submissions', CASE WHEN r.read_at IS NULL THEN 'contact_submissions:unread' END]$n$]
  ] LOOP
    EXECUTE format('CREATE TRIGGER count_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changes(%L)', pair[1], pair[2]);
    EXECUTE format('CREATE TRIGGER count_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changes(%L)', pair[1], pair[2]);
    EXECUTE format('CREATE TRIGGER count_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changes(%L)', pair[1], pair[2]);
    EXECUTE format('CREATE TRIGGER count_truncate AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION count_changes(%L)', pair[1], pair[2]);
  END LOOP;
END $$;
--> statement-breakpoint

-- A category's old slug keeps leading to it; a slug taken by another category is that one's.
CREATE FUNCTION keep_old_slug() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM category_slugs WHERE slug = NEW.slug;
  IF TG_OP = 'UPDATE' AND OLD.slug <> NEW.slug THEN
    INSERT INTO category_slugs (slug, category_id) VALUES (OLD.slug, NEW.id)
    ON CONFLICT (slug) DO UPDATE SET category_id = excluded.category_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_old_slug AFTER INSERT OR UPDATE OF slug ON categories FOR EACH ROW EXECUTE FUNCTION keep_old_slug();
--> statement-breakpoint

-- No category stands below itself, however long the way; two moves at once wait for one another.
CREATE FUNCTION categories_no_circle() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.parent_id IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('aso.category_tree'));
  IF EXISTS (
    WITH RECURSIVE up AS (
      SELECT parent_id FROM categories WHERE id = NEW.id
      UNION SELECT c.parent_id FROM categories c JOIN up ON c.id = up.parent_id
    ) SELECT FROM up WHERE parent_id = NEW.id
  ) THEN
    RAISE EXCEPTION 'a category cannot stand below itself' USING ERRCODE = 'check_violation', CONSTRAINT = 'categories_no_circle';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER categories_no_circle AFTER INSERT OR UPDATE OF parent_id ON categories FOR EACH ROW EXECUTE FUNCTION categories_no_circle();
--> statement-breakpoint

-- A trigger asks nobody whether its function may be called; who makes a trigger is asked. These run as the owner, and
-- one of them runs what it is told to: no other role may hang them on a table of its own.
REVOKE ALL ON FUNCTION tell_changes(), count_changes(), keep_old_slug(), categories_no_circle(), profiles_guard() FROM PUBLIC;
