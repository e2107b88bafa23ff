-- What every write pays for its triggers (docs/decisions/0036-change-history.md): their statements are planned once for each
-- connection. EXECUTE reads and plans its text at each write, which was half of what a save cost the database.

-- CREATE TRIGGER waits for running writes, and later ones wait behind it.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint

-- ── Counters ─────────────────────────────────────────────────────────────────────────────────────

-- Counts a table: makes the function count_<table> and the triggers that call it for each statement. `names` is an expression
-- of a row `r` that gives the names of its counters as an array, such as ARRAY['orders', 'orders:' || r.status].
CREATE FUNCTION count_table(of_table text, names text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $make$
DECLARE
  made CONSTANT text := 'count_' || of_table;
  operation text;
BEGIN
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION %I() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $count$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO counters (name, delta) SELECT n, sum(d) FROM (
          SELECT n, 1 AS d FROM new_rows r, unnest(%2$s) n UNION ALL SELECT n, -1 FROM old_rows r, unnest(%2$s) n
        ) x WHERE n IS NOT NULL GROUP BY n HAVING sum(d) <> 0;
      ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO counters (name, delta) SELECT n, count(*) FROM new_rows r, unnest(%2$s) n WHERE n IS NOT NULL GROUP BY n;
      ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO counters (name, delta) SELECT n, -count(*) FROM old_rows r, unnest(%2$s) n WHERE n IS NOT NULL GROUP BY n;
      ELSE
        DELETE FROM counters WHERE name = TG_TABLE_NAME OR name LIKE TG_TABLE_NAME || ':%%';
      END IF;
      RETURN NULL;
    END $count$ $create$, made, names);
  EXECUTE format('REVOKE ALL ON FUNCTION %I() FROM PUBLIC', made);
  FOREACH operation IN ARRAY ARRAY['insert', 'update', 'delete', 'truncate'] LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %I %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      'count_' || operation, operation, of_table, CASE operation WHEN 'insert' THEN 'REFERENCING NEW TABLE AS new_rows'
        WHEN 'update' THEN 'REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows' WHEN 'delete' THEN 'REFERENCING OLD TABLE AS old_rows' ELSE '' END, made);
  END LOOP;
END $make$;
--> statement-breakpoint
SELECT count_table(name, names) FROM (VALUES
  ('products', $q$ARRAY['products', CASE WHEN r.featured THEN 'products:featured' END, CASE WHEN r.status = 'draft' THEN 'products:draft' END,
    CASE WHEN r.sold_out THEN 'products:sold_out' END]$q$),
  ('orders', $q$ARRAY['orders', 'orders:' || r.status] || CASE WHEN r.opened_at IS NULL THEN ARRAY['orders:unopened', 'orders:unopened:' || r.status] END$q$),
  ('profiles', $q$ARRAY['profiles', 'profiles:' || r.role]$q$),
  ('contact_submissions', $q$ARRAY['contact_submissions', CASE WHEN r.read_at IS NULL THEN 'contact_submissions:unread' END]$q$)
) AS counted (name, names);
--> statement-breakpoint
-- contract: unused since 1.0.0, where triggers alone called it
DROP FUNCTION count_changes();
--> statement-breakpoint

-- ── Events ───────────────────────────────────────────────────────────────────────────────────────

-- Tells all processes which rows a statement changed, or what they belong to: up to 50 by their ids.
CREATE OR REPLACE FUNCTION notify_changes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ids uuid[];
BEGIN
  IF current_setting('app.quiet', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    CASE TG_ARGV[0]
      WHEN 'id' THEN ids := ARRAY(SELECT DISTINCT id FROM old_rows LIMIT 51);
      WHEN 'product_id' THEN ids := ARRAY(SELECT DISTINCT product_id FROM old_rows LIMIT 51);
      WHEN 'slide_id' THEN ids := ARRAY(SELECT DISTINCT slide_id FROM old_rows LIMIT 51);
      WHEN 'order_id' THEN ids := ARRAY(SELECT DISTINCT order_id FROM old_rows LIMIT 51);
      WHEN 'user_id' THEN ids := ARRAY(SELECT DISTINCT user_id FROM old_rows LIMIT 51);
    END CASE;
  ELSIF TG_OP <> 'TRUNCATE' THEN
    CASE TG_ARGV[0]
      WHEN 'id' THEN ids := ARRAY(SELECT DISTINCT id FROM new_rows LIMIT 51);
      WHEN 'product_id' THEN ids := ARRAY(SELECT DISTINCT product_id FROM new_rows LIMIT 51);
      WHEN 'slide_id' THEN ids := ARRAY(SELECT DISTINCT slide_id FROM new_rows LIMIT 51);
      WHEN 'order_id' THEN ids := ARRAY(SELECT DISTINCT order_id FROM new_rows LIMIT 51);
      WHEN 'user_id' THEN ids := ARRAY(SELECT DISTINCT user_id FROM new_rows LIMIT 51);
    END CASE;
  END IF;
  IF TG_OP = 'TRUNCATE' OR cardinality(ids) > 50 THEN
    PERFORM pg_notify('changes', json_build_object('table', TG_TABLE_NAME, 'op', lower(TG_OP))::text);
  ELSIF cardinality(ids) > 0 THEN
    PERFORM pg_notify('changes', json_build_object('table', TG_TABLE_NAME, 'op', lower(TG_OP), 'ids', ids)::text);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A plan is kept for later statements of the connection. A FULL JOIN is never a nested loop, however few rows the first one
-- had: after one order, a change of 10,000 compared each with each, for 8 s.
SELECT patch_function(signature, part, replacement) FROM (VALUES
  ('queue_product_events()', 'new_rows n JOIN old_rows o', 'new_rows n FULL JOIN old_rows o'),
  ('queue_order_events()', 'new_rows n JOIN old_rows o', 'new_rows n FULL JOIN old_rows o'),
  ('queue_order_changes()', 'new_rows n JOIN old_rows o', 'new_rows n FULL JOIN old_rows o'),
  ('total_orders()', 'old_rows o JOIN new_rows n', 'old_rows o FULL JOIN new_rows n'),
  -- A comparison that is never true of a missing row would make it an inner join again.
  ('total_orders()', $q$(o.status = 'cancelled') <> (n.status = 'cancelled') OR o.created_at <> n.created_at$q$,
     $q$(o.status = 'cancelled') IS DISTINCT FROM (n.status = 'cancelled') OR o.created_at IS DISTINCT FROM n.created_at$q$)
) AS patch (signature, part, replacement);
--> statement-breakpoint

-- ── Totals of orders ─────────────────────────────────────────────────────────────────────────────

-- Items that were added, changed or removed. An order that is deleted with them is gone by now, and was taken away whole.
CREATE OR REPLACE FUNCTION total_order_items() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  zone CONSTANT text := shop_time_zone();
  added order_items[];
  removed order_items[];
  ids uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    added := ARRAY(SELECT ROW(n.*)::order_items FROM new_rows n);
  ELSIF TG_OP = 'DELETE' THEN
    removed := ARRAY(SELECT ROW(o.*)::order_items FROM old_rows o);
  ELSE
    SELECT array_agg(ROW(n.*)::order_items), array_agg(ROW(o.*)::order_items) INTO added, removed
    FROM old_rows o FULL JOIN new_rows n USING (id)
    WHERE (n.order_id, n.position, n.product_id, n.product_name, n.product_price, n.list_price, n.promotion_code)
      IS DISTINCT FROM (o.order_id, o.position, o.product_id, o.product_name, o.product_price, o.list_price, o.promotion_code);
  END IF;
  ids := ARRAY(SELECT DISTINCT order_id FROM unnest(added || removed));
  IF cardinality(ids) = 0 THEN
    RETURN NULL;
  END IF;
  -- Waits for a change of status in progress, and keeps another one waiting: total_orders() counts the items as well.
  PERFORM FROM orders WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO sales_totals (kind, day, key, items, money, reduction)
  SELECT t.kind, (o.created_at AT TIME ZONE zone)::date AS day, t.key, sum(c.sign), sum(c.sign * c.product_price), sum(c.sign * (c.list_price - c.product_price))
  FROM (SELECT 1 AS sign, a.* FROM unnest(added) a UNION ALL SELECT -1, r.* FROM unnest(removed) r) c
    JOIN orders o ON o.id = c.order_id AND o.status <> 'cancelled', LATERAL totals_of_item(c.product_id, c.promotion_code) t
  GROUP BY t.kind, day, t.key;
  -- A submission writes the names with its order.
  UPDATE orders o SET product_names = n.names FROM (
    SELECT listed.id, (SELECT ' ' || string_agg(fold(i.product_name), ' ' ORDER BY i.position) FROM order_items i WHERE i.order_id = listed.id) AS names
    FROM unnest(ids) listed (id)
  ) n WHERE o.id = n.id AND o.product_names IS DISTINCT FROM n.names;
  RETURN NULL;
END $$;
--> statement-breakpoint

-- ── Words of products ────────────────────────────────────────────────────────────────────────────

-- The words of a product, those of its name and those of its description.
CREATE FUNCTION words_of_product(name_key text, search text) RETURNS TABLE (word text, names integer, descriptions integer)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT token, 1, 0 FROM search_tokens(name_key) token
  UNION ALL SELECT token, 0, 1 FROM search_tokens(substr(search, length(name_key) + 2)) token
$$;
--> statement-breakpoint
-- Appends what a statement changed in the words of published products.
CREATE OR REPLACE FUNCTION count_search_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO search_words (word, names, descriptions)
    SELECT w.word, sum(r.sign * w.names), sum(r.sign * w.descriptions) FROM old_rows o FULL JOIN new_rows n USING (id),
      LATERAL (VALUES (1, n.status, n.name_key, n.search), (-1, o.status, o.name_key, o.search)) r (sign, status, name_key, search),
      LATERAL words_of_product(r.name_key, r.search) w
    WHERE (o.status, o.name_key, o.search) IS DISTINCT FROM (n.status, n.name_key, n.search) AND r.status = 'published'
    GROUP BY w.word HAVING sum(r.sign * w.names) <> 0 OR sum(r.sign * w.descriptions) <> 0;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO search_words (word, names, descriptions)
    SELECT w.word, sum(w.names), sum(w.descriptions) FROM new_rows r, LATERAL words_of_product(r.name_key, r.search) w
    WHERE r.status = 'published' GROUP BY w.word;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO search_words (word, names, descriptions)
    SELECT w.word, -sum(w.names), -sum(w.descriptions) FROM old_rows r, LATERAL words_of_product(r.name_key, r.search) w
    WHERE r.status = 'published' GROUP BY w.word;
  ELSE
    DELETE FROM search_words;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint

-- ── History ──────────────────────────────────────────────────────────────────────────────────────

-- As the part of record_table() of before, without the triggers; what differs is compared for each of the two columns, and not
-- a third time to find the rows. The id of a row never changes.
CREATE FUNCTION record_function(of_table text, thing_kind text, id_column text, name_column text, counted text[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $make$
DECLARE
  -- Generated, or a reference to an account that may be deleted before the row is restored.
  unrestorable CONSTANT text[] := ARRAY['search', 'name_key', 'updated_by', 'switched_by', 'switched_at'];
  restorable CONSTANT text[] := ARRAY(SELECT a.attname FROM pg_attribute a WHERE a.attrelid = of_table::regclass
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> ALL (unrestorable) ORDER BY a.attnum);
  recorded CONSTANT text[] := ARRAY(SELECT name FROM unnest(restorable) name WHERE name NOT IN ('version', 'updated_at', 'likes', 'is_demo'));
  compared CONSTANT text[] := array_remove(CASE counted WHEN '{}' THEN recorded ELSE counted END, 'id');
  kind CONSTANT text := CASE thing_kind WHEN '' THEN 'r.kind' ELSE quote_literal(thing_kind) END;
  thing CONSTANT text := format('thing_name(%s, r.%I)', kind, id_column);
  name CONSTANT text := CASE name_column WHEN '' THEN thing WHEN 'words' THEN 'array_to_string(r.words, '', '')'
    ELSE format('coalesce(r.%I, %s)', name_column, thing) END;
  -- The first columns of a change, of the row `r`.
  about CONSTANT text := format('row_number() OVER (), this_set, %s, r.%I, %s, %L, r.id', kind, id_column, name, of_table);
  differing CONSTANT text := (SELECT string_agg(
    format('CASE WHEN o.%1$I IS DISTINCT FROM n.%1$I THEN jsonb_build_object(%1$L, $.%1$I) ELSE ''{}'' END', c), ' || ') FROM unnest(compared) c);
  of_customer CONSTANT text := CASE of_table WHEN 'order_items' THEN 'EXISTS (SELECT FROM orders WHERE id = r.order_id AND %s)' ELSE 'false' END;
BEGIN
  -- An inserted row is JSON once, without the columns that are not recorded; of an updated one only what differs is. A FULL
  -- JOIN is never a nested loop, however few rows the first statement of a session had.
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION history.%1$I() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $record$
    DECLARE
      this_set CONSTANT uuid := change_set_id();
    BEGIN
      IF current_setting('app.unrecorded', true) IN ('on', 'account') AND session_user <> 'aso_web' THEN
        RETURN NULL;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO changes (position, set_id, kind, thing_id, thing, table_name, row_id, operation, before, after)
        SELECT %2$s, 'update', r.before, r.after FROM (
          SELECT n.*, %3$s AS before, %4$s AS after FROM old_rows o FULL JOIN new_rows n USING (id) OFFSET 0
        ) r WHERE r.after <> '{}' AND NOT %5$s;
      ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO changes (position, set_id, kind, thing_id, thing, table_name, row_id, operation, after)
        SELECT %2$s, 'insert', to_jsonb(r) FROM (SELECT %7$s FROM new_rows OFFSET 0) r WHERE NOT %6$s;
      ELSE
        INSERT INTO changes (position, set_id, kind, thing_id, thing, table_name, row_id, operation, before)
        SELECT %2$s, 'delete', to_jsonb(r) FROM (SELECT %8$s FROM old_rows OFFSET 0) r;
      END IF;
      RETURN NULL;
    END $record$ $create$,
    'record_' || of_table, about, replace(differing, '$.', 'o.'), replace(differing, '$.', 'n.'),
    format(of_customer, 'user_id = caller()'), format(of_customer, 'created_at = now()'),
    (SELECT string_agg(quote_ident(c), ', ') FROM unnest(recorded) c), (SELECT string_agg(quote_ident(c), ', ') FROM unnest(restorable) c));
  EXECUTE format('REVOKE ALL ON FUNCTION history.%I() FROM PUBLIC', 'record_' || of_table);
END $make$;
--> statement-breakpoint
-- As before (0027), with the function made by record_function(), because to change that one waits for no write.
CREATE OR REPLACE FUNCTION record_table(of_table text, thing_kind text, id_column text, name_column text, counted text[] DEFAULT '{}',
  operations text[] DEFAULT '{insert,update,delete}') RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $make$
DECLARE
  operation text;
BEGIN
  PERFORM record_function(of_table, thing_kind, id_column, name_column, counted);
  IF 'delete' = ANY (operations) THEN
    EXECUTE format('CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()', of_table);
  END IF;
  FOREACH operation IN ARRAY operations LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION history.%I(%L, %L, %L, %L)',
      'record_' || operation, operation, of_table,
      CASE operation WHEN 'insert' THEN 'NEW TABLE AS new_rows' WHEN 'delete' THEN 'OLD TABLE AS old_rows' ELSE 'OLD TABLE AS old_rows NEW TABLE AS new_rows' END,
      'record_' || of_table, thing_kind, id_column, name_column, counted);
  END LOOP;
END $make$;
--> statement-breakpoint
SELECT record_function(name, args[1], args[2], args[3], args[4]::text[]) FROM (
  SELECT t.tgrelid::regclass::text AS name, string_to_array(encode(t.tgargs, 'escape'), '\000') AS args
  FROM pg_trigger t WHERE t.tgname = 'record_update' AND t.tgparentid = 0
) AS recorded;
--> statement-breakpoint
-- Of an undo, how many findings it left (0040): undo_change_set() writes the setting, and nothing reads the column of other sets.
ALTER TABLE change_sets ALTER COLUMN undo_left SET DEFAULT nullif(current_setting('app.undo_left', true), '')::integer;
--> statement-breakpoint
DROP TRIGGER note_undo_left ON change_sets;
--> statement-breakpoint
-- contract: unused since 1.0.0, where a trigger alone called it
DROP FUNCTION note_undo_left();
--> statement-breakpoint
REVOKE ALL ON FUNCTION count_table(text, text), words_of_product(text, text), record_function(text, text, text, text, text[]) FROM PUBLIC;
