-- The functions of the database, and below them its triggers. Written by src/db/functions.db.test.ts.

CREATE OR REPLACE FUNCTION public.actor_name()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN COALESCE(CASE WHEN (SESSION_USER <> 'aso_web'::name) THEN NULLIF(current_setting('app.actor_name'::text, true), ''::text) ELSE NULL::text END, CASE WHEN (current_setting('app.api_key'::text, true) <> ''::text) THEN api_key_name() ELSE NULL::text END, CASE WHEN (caller() IS NOT NULL) THEN user_name(caller()) ELSE NULL::text END, 'database'::text);

CREATE OR REPLACE FUNCTION public.add_orders_to_totals(ids uuid[], signs integer[], days date[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH moved AS MATERIALIZED (SELECT * FROM unnest(ids, signs, days) m (id, sign, day))
  INSERT INTO sales_totals (kind, day, key, orders, items, money, reduction)
  SELECT kind, day, key, sum(orders), sum(items), sum(money), sum(reduction) FROM (
    SELECT 'shop' AS kind, day, '' AS key, sign AS orders, 0 AS items, 0 AS money, 0 AS reduction FROM moved
    UNION ALL
    SELECT t.kind, m.day, t.key, 0, m.sign, m.sign * i.product_price, m.sign * (i.list_price - i.product_price)
    FROM moved m JOIN order_items i ON i.order_id = m.id, LATERAL totals_of_item(i.product_id, i.promotion_code) t
  ) s GROUP BY kind, day, key
$function$;

CREATE OR REPLACE FUNCTION public.api_key_name()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT 'API key “' || k.name || '”' FROM api_keys k WHERE k.id = nullif(current_setting('app.api_key', true), '')::uuid $function$;

CREATE OR REPLACE FUNCTION public.api_keys_most()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.api_keys'));
  IF (SELECT count(*) FROM api_keys WHERE revoked_at IS NULL) >= 50 THEN
    RAISE EXCEPTION 'too many API keys' USING ERRCODE = 'check_violation', CONSTRAINT = 'api_keys_most';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.apply_planned_changes(today date)
 RETURNS date
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  due date;
  ids uuid[];
  changed integer;
  things text[] := '{}';
BEGIN
  IF NOT EXISTS (SELECT FROM planned_changes WHERE day <= today) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('aso.planned_changes'));
  -- Begun before another one applied a day: in the history this day would come before that one.
  IF EXISTS (SELECT FROM change_sets WHERE at >= now() AND at <= clock_timestamp() AND operation = 'calendar.applyPlannedChanges') THEN
    RETURN '-infinity';
  END IF;
  SELECT min(day) INTO due FROM planned_changes WHERE day <= today;
  -- In the order of a deletion: the things, then what is planned for them.
  PERFORM FROM products WHERE id IN (SELECT product_id FROM planned_changes WHERE day = due) ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM hero_slides WHERE id IN (SELECT slide_id FROM planned_changes WHERE day = due) ORDER BY id FOR NO KEY UPDATE;
  ids := ARRAY(SELECT id FROM planned_changes WHERE day = due ORDER BY id FOR UPDATE);
  UPDATE products p SET price = coalesce(c.price, p.price), status = coalesce(c.status, p.status), featured = coalesce(c.featured, p.featured)
  FROM (
    SELECT product_id, max(price) AS price, max(status) AS status, bool_or(featured) AS featured
    FROM planned_changes WHERE id = ANY (ids) AND product_id IS NOT NULL GROUP BY product_id
  ) c
  WHERE p.id = c.product_id AND (p.price, p.status, p.featured)
    IS DISTINCT FROM (coalesce(c.price, p.price), coalesce(c.status, p.status), coalesce(c.featured, p.featured));
  GET DIAGNOSTICS changed = ROW_COUNT;
  IF changed > 0 THEN
    things := things || '{products}'::text;
  END IF;
  UPDATE hero_slides s SET is_active = c.is_active FROM planned_changes c
  WHERE c.id = ANY (ids) AND s.id = c.slide_id AND s.is_active <> c.is_active;
  GET DIAGNOSTICS changed = ROW_COUNT;
  IF changed > 0 THEN
    things := things || '{slides}'::text;
  END IF;
  -- Not recorded: an undo returns the values, and not a plan of a day that is over.
  PERFORM set_config('app.unrecorded', 'on', true);
  DELETE FROM planned_changes WHERE id = ANY (ids);
  PERFORM set_config('app.unrecorded', '', true), set_config('app.operation', 'calendar.applyPlannedChanges', true),
    set_config('app.summary', 'Planned for ' || to_char(due, 'FMDD FMMonth YYYY') || ': ' || array_to_string(things, ' and '), true);
  PERFORM set_config('app.actor_name', 'The calendar', true);
  RETURN due;
END $function$;

CREATE OR REPLACE FUNCTION public.apply_undo(steps undo_step[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  first CONSTANT undo_step := steps[1];
  -- A column that a later release dropped is left out.
  columns CONSTANT text[] := ARRAY(SELECT attname FROM pg_attribute
    WHERE attrelid = first.table_name::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND first.fields ? attname::text);
  ids CONSTANT uuid[] := ARRAY(SELECT row_id FROM unnest(steps));
  reference record;
  used boolean;
  written bigint;
BEGIN
  -- MAX_IMAGES of images.ts. Before the primary one is looked at: an image without room is not refused for another reason.
  IF first.table_name = 'product_images' AND first.operation = 'delete' AND EXISTS (
    SELECT FROM unnest(steps) s GROUP BY s.thing_id
    HAVING count(*) + (SELECT count(*) FROM product_images i WHERE i.product_id = s.thing_id) > 20
  ) THEN
    RAISE EXCEPTION 'too many images' USING ERRCODE = 'check_violation', CONSTRAINT = 'product_images_most';
  END IF;
  IF first.operation = 'insert' THEN
    -- A row that others refer to since stays: deleting it would delete or change them.
    FOR reference IN
      SELECT c.conrelid::regclass::text AS child, a.attname AS name FROM pg_constraint c
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE c.contype = 'f' AND c.confrelid = first.table_name::regclass
        AND EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.conrelid AND tgname = 'record_delete')
    LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I = ANY ($1) AND id <> ALL ($1))', reference.child, reference.name) INTO used USING ids;
      IF used THEN
        RAISE EXCEPTION 'other rows refer to it' USING ERRCODE = 'restrict_violation';
      END IF;
    END LOOP;
    EXECUTE format('DELETE FROM %I WHERE id = ANY ($1)', first.table_name) USING ids;
    GET DIAGNOSTICS written = ROW_COUNT;
  ELSIF first.operation = 'update' AND cardinality(columns) = 0 THEN
    written := cardinality(steps);
  ELSIF first.operation = 'update' THEN
    EXECUTE format('UPDATE %1$I t SET %2$s FROM unnest($1) s, jsonb_populate_record(NULL::%1$I, s.fields) r WHERE t.id = s.row_id',
      first.table_name, (SELECT string_agg(format('%1$I = r.%1$I', name), ', ') FROM unnest(columns) name)) USING steps;
    GET DIAGNOSTICS written = ROW_COUNT;
  ELSIF first.table_name = 'order_items' THEN
    written := restore_order_items(steps);
  ELSE
    EXECUTE format('INSERT INTO %1$I (%2$s) SELECT %2$s FROM (SELECT r.* FROM unnest($1) s, jsonb_populate_record(NULL::%1$I, s.fields) r) x',
      first.table_name, (SELECT string_agg(quote_ident(name), ', ') FROM unnest(columns) name)) USING steps;
    GET DIAGNOSTICS written = ROW_COUNT;
  END IF;
  IF written <> cardinality(steps) THEN
    RAISE EXCEPTION 'row level security hides a row' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.caller()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (CASE WHEN (split_part(current_setting('app.user'::text, true), '@'::text, 2) = (EXTRACT(epoch FROM transaction_timestamp()))::text) THEN split_part(current_setting('app.user'::text, true), '@'::text, 1) WHEN (SESSION_USER <> ALL (ARRAY['aso_web'::name, 'aso_auth'::name])) THEN NULLIF(current_setting('app.user'::text, true), ''::text) ELSE NULL::text END)::uuid;

CREATE OR REPLACE FUNCTION public.categories_no_cycle()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
    RAISE EXCEPTION 'a category cannot be below itself' USING ERRCODE = 'check_violation', CONSTRAINT = 'categories_no_cycle';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.change_set_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN COALESCE((NULLIF(current_setting('app.change_set_at'::text, true), ''::text))::timestamp with time zone, now());

CREATE OR REPLACE FUNCTION public.change_set_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN COALESCE((NULLIF(current_setting('app.change_set'::text, true), ''::text))::uuid, (OVERLAY(OVERLAY(md5(concat_ws(' '::text, EXTRACT(epoch FROM now()), pg_current_xact_id_if_assigned(), caller())) PLACING '8'::text FROM 13) PLACING '8'::text FROM 17))::uuid);

CREATE OR REPLACE FUNCTION public.change_verb(operation text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE operation WHEN 'insert'::text THEN 'added '::text WHEN 'delete'::text THEN 'deleted '::text ELSE 'changed '::text END;

CREATE OR REPLACE FUNCTION public.count_contact_submissions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO counters (name, delta) SELECT n, sum(d) FROM (
          SELECT n, 1 AS d FROM new_rows r, unnest(ARRAY['contact_submissions', CASE WHEN r.read_at IS NULL THEN 'contact_submissions:unread' END]) n UNION ALL SELECT n, -1 FROM old_rows r, unnest(ARRAY['contact_submissions', CASE WHEN r.read_at IS NULL THEN 'contact_submissions:unread' END]) n
        ) x WHERE n IS NOT NULL GROUP BY n HAVING sum(d) <> 0;
      ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO counters (name, delta) SELECT n, count(*) FROM new_rows r, unnest(ARRAY['contact_submissions', CASE WHEN r.read_at IS NULL THEN 'contact_submissions:unread' END]) n WHERE n IS NOT NULL GROUP BY n;
      ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO counters (name, delta) SELECT n, -count(*) FROM old_rows r, unnest(ARRAY['contact_submissions', CASE WHEN r.read_at IS NULL THEN 'contact_submissions:unread' END]) n WHERE n IS NOT NULL GROUP BY n;
      ELSE
        DELETE FROM counters WHERE name = TG_TABLE_NAME OR name LIKE TG_TABLE_NAME || ':%';
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION public.count_late_orders(today date, most integer)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT count(*)::integer FROM (
    SELECT FROM orders WHERE (SELECT is_admin_or_super_admin((SELECT caller())))
      AND CASE WHEN status IN ('pending', 'processing') THEN coalesce(due_day, 'infinity') END < today LIMIT most
  ) late
$function$;

CREATE OR REPLACE FUNCTION public.count_likes()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  liked uuid[] := ARRAY(SELECT DISTINCT product_id FROM product_likes WHERE NOT counted);
BEGIN
  PERFORM set_config('app.quiet', 'on', true);
  PERFORM FROM products WHERE id = ANY (liked) ORDER BY id FOR NO KEY UPDATE;
  WITH fresh AS (UPDATE product_likes SET counted = true WHERE NOT counted AND product_id = ANY (liked) RETURNING product_id),
       sums AS (SELECT product_id, count(*)::integer AS n FROM fresh GROUP BY product_id)
  UPDATE products p SET likes = p.likes + s.n FROM sums s WHERE p.id = s.product_id;
  PERFORM set_config('app.quiet', '', true);
END $function$;

CREATE OR REPLACE FUNCTION public.count_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO counters (name, delta) SELECT n, sum(d) FROM (
          SELECT n, 1 AS d FROM new_rows r, unnest(ARRAY['orders', 'orders:' || r.status] || CASE WHEN r.opened_at IS NULL THEN ARRAY['orders:unopened', 'orders:unopened:' || r.status] END) n UNION ALL SELECT n, -1 FROM old_rows r, unnest(ARRAY['orders', 'orders:' || r.status] || CASE WHEN r.opened_at IS NULL THEN ARRAY['orders:unopened', 'orders:unopened:' || r.status] END) n
        ) x WHERE n IS NOT NULL GROUP BY n HAVING sum(d) <> 0;
      ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO counters (name, delta) SELECT n, count(*) FROM new_rows r, unnest(ARRAY['orders', 'orders:' || r.status] || CASE WHEN r.opened_at IS NULL THEN ARRAY['orders:unopened', 'orders:unopened:' || r.status] END) n WHERE n IS NOT NULL GROUP BY n;
      ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO counters (name, delta) SELECT n, -count(*) FROM old_rows r, unnest(ARRAY['orders', 'orders:' || r.status] || CASE WHEN r.opened_at IS NULL THEN ARRAY['orders:unopened', 'orders:unopened:' || r.status] END) n WHERE n IS NOT NULL GROUP BY n;
      ELSE
        DELETE FROM counters WHERE name = TG_TABLE_NAME OR name LIKE TG_TABLE_NAME || ':%';
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION public.count_products()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO counters (name, delta) SELECT n, sum(d) FROM (
          SELECT n, 1 AS d FROM new_rows r, unnest(ARRAY['products', CASE WHEN r.featured THEN 'products:featured' END, CASE WHEN r.status = 'draft' THEN 'products:draft' END,
    CASE WHEN r.sold_out THEN 'products:sold_out' END]) n UNION ALL SELECT n, -1 FROM old_rows r, unnest(ARRAY['products', CASE WHEN r.featured THEN 'products:featured' END, CASE WHEN r.status = 'draft' THEN 'products:draft' END,
    CASE WHEN r.sold_out THEN 'products:sold_out' END]) n
        ) x WHERE n IS NOT NULL GROUP BY n HAVING sum(d) <> 0;
      ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO counters (name, delta) SELECT n, count(*) FROM new_rows r, unnest(ARRAY['products', CASE WHEN r.featured THEN 'products:featured' END, CASE WHEN r.status = 'draft' THEN 'products:draft' END,
    CASE WHEN r.sold_out THEN 'products:sold_out' END]) n WHERE n IS NOT NULL GROUP BY n;
      ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO counters (name, delta) SELECT n, -count(*) FROM old_rows r, unnest(ARRAY['products', CASE WHEN r.featured THEN 'products:featured' END, CASE WHEN r.status = 'draft' THEN 'products:draft' END,
    CASE WHEN r.sold_out THEN 'products:sold_out' END]) n WHERE n IS NOT NULL GROUP BY n;
      ELSE
        DELETE FROM counters WHERE name = TG_TABLE_NAME OR name LIKE TG_TABLE_NAME || ':%';
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION public.count_profiles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO counters (name, delta) SELECT n, sum(d) FROM (
          SELECT n, 1 AS d FROM new_rows r, unnest(ARRAY['profiles', 'profiles:' || r.role]) n UNION ALL SELECT n, -1 FROM old_rows r, unnest(ARRAY['profiles', 'profiles:' || r.role]) n
        ) x WHERE n IS NOT NULL GROUP BY n HAVING sum(d) <> 0;
      ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO counters (name, delta) SELECT n, count(*) FROM new_rows r, unnest(ARRAY['profiles', 'profiles:' || r.role]) n WHERE n IS NOT NULL GROUP BY n;
      ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO counters (name, delta) SELECT n, -count(*) FROM old_rows r, unnest(ARRAY['profiles', 'profiles:' || r.role]) n WHERE n IS NOT NULL GROUP BY n;
      ELSE
        DELETE FROM counters WHERE name = TG_TABLE_NAME OR name LIKE TG_TABLE_NAME || ':%';
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION public.count_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.count_searches(queries text[], counts integer[], hits integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  today CONSTANT date := (now() AT TIME ZONE shop_time_zone())::date;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.searches'));
  INSERT INTO searches (day, query, times, found)
  SELECT today, s.query, s.times, s.found FROM unnest(queries, counts, hits) AS s (query, times, found) ORDER BY s.query LIMIT 1000
  ON CONFLICT (day, query) DO UPDATE SET times = searches.times + excluded.times, found = excluded.found;
  DELETE FROM searches s USING (
    SELECT query FROM searches WHERE day = today ORDER BY times DESC, md5(query) OFFSET 2000
  ) rarest WHERE s.day = today AND s.query = rarest.query;
END $function$;

CREATE OR REPLACE FUNCTION public.count_table(of_table text, names text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.current_change_set()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN (SELECT c.set_id FROM changes c
    WHERE c.at = change_set_at() AND c.set_id = change_set_id() LIMIT 1);
END $function$;

CREATE OR REPLACE FUNCTION public.end_demo()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Deeper than this trigger itself: ON DELETE SET NULL of a category or promotion.
  IF pg_trigger_depth() = 1 THEN
    NEW.is_demo := false;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.end_demo_by_image()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  parent uuid;
BEGIN
  -- Deeper than this trigger itself: the images go with their product.
  IF pg_trigger_depth() > 1 OR current_setting('aso.is_seed', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'product_images' THEN
    parent := CASE TG_OP WHEN 'DELETE' THEN OLD.product_id ELSE NEW.product_id END;
    IF EXISTS (SELECT FROM products WHERE is_demo AND id = parent) THEN
      UPDATE products SET is_demo = false WHERE is_demo AND id = parent;
    END IF;
  ELSE
    parent := CASE TG_OP WHEN 'DELETE' THEN OLD.slide_id ELSE NEW.slide_id END;
    IF EXISTS (SELECT FROM hero_slides WHERE is_demo AND id = parent) THEN
      UPDATE hero_slides SET is_demo = false WHERE is_demo AND id = parent;
    END IF;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.end_push_of_banned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM push_subscriptions WHERE user_id = NEW.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.enqueue_push(to_subscription uuid, to_user uuid, of_order uuid, topic text, order_status text, delay interval)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.expired_images()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT DISTINCT coalesce(before ->> 'image_url', before ->> 'product_image') FROM changes
  WHERE coalesce(before ->> 'image_url', before ->> 'product_image') IS NOT NULL
    AND at BETWEEN coalesce((SELECT value::timestamptz FROM installation WHERE key = 'expired_images_deleted'), '-infinity') - interval '31 days'
      AND now() - interval '30 days'
$function$;

CREATE OR REPLACE FUNCTION public.file_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(fold(value), '[\s!-/:-@[-`{-~]+'::text, ' '::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.find_agent_session(session_kind text, session_id uuid)
 RETURNS TABLE(id uuid, product_ids uuid[], canceled boolean, expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT s.id, s.product_ids, s.canceled, s.expires_at FROM agent_sessions s
  WHERE s.id = session_id AND s.kind = session_kind AND s.expires_at > now()
$function$;

CREATE OR REPLACE FUNCTION public.find_customers(words jsonb, most integer)
 RETURNS TABLE(id uuid, name text, email text, phone text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  matches text := (SELECT string_agg(format('search LIKE ANY (%1$L) AND substr(search, length(order_number) + 2) LIKE ANY (%1$L)',
    ARRAY(SELECT jsonb_array_elements_text(w))), ' AND ') FROM jsonb_array_elements(words) w);
BEGIN
  IF matches IS NULL OR is_admin_or_super_admin(caller()) IS NOT TRUE THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE 'SELECT c.user_id, c.customer_name, c.customer_email, c.customer_phone FROM (
      SELECT DISTINCT ON (user_id) * FROM (
        SELECT id, created_at, user_id, customer_name, customer_email, customer_phone FROM orders
        WHERE user_id IS NOT NULL AND ' || matches || ' ORDER BY created_at DESC, id DESC LIMIT 1000
      ) newest ORDER BY user_id, created_at DESC, id DESC
    ) c ORDER BY c.created_at DESC, c.id DESC LIMIT $1' USING most;
END $function$;

CREATE OR REPLACE FUNCTION public.find_orders(in_status text, is_opened boolean, patterns text[], other_forms jsonb, id_from uuid, id_to uuid, most integer, skip integer, from_end boolean DEFAULT false, sorted text DEFAULT NULL::text, from_day date DEFAULT NULL::date, to_day date DEFAULT NULL::date, of_user uuid DEFAULT NULL::uuid, before_at timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, in_queue text DEFAULT NULL::text, queued_before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  zone CONSTANT text := shop_time_zone();
  matches text := (SELECT string_agg(format('(search LIKE %1$L OR product_names LIKE %1$L'
      || CASE WHEN f.whole IS NULL THEN '' ELSE ' OR product_names LIKE ANY (%2$L) AND product_names ~ %3$L' END
      || CASE WHEN f.names = '{}' THEN '' ELSE ' OR search LIKE ANY (%4$L)' END
      || ')', w.p, f.also, f.whole, f.names), ' AND ')
    FROM unnest(patterns) WITH ORDINALITY w (p, n),
      LATERAL (SELECT other_forms -> (n::integer - 1) ->> 'whole' AS whole,
        ARRAY(SELECT jsonb_array_elements_text(other_forms -> (n::integer - 1) -> 'also')) AS also,
        ARRAY(SELECT jsonb_array_elements_text(other_forms -> (n::integer - 1) -> 'names')) AS names) f);
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
END $function$;

CREATE OR REPLACE FUNCTION public.find_published(words jsonb, each_word boolean, scope text, whole_words boolean, in_order text, ranked boolean, walk integer, most integer, in_categories uuid[], in_promotion uuid, is_featured boolean, other_than uuid[])
 RETURNS TABLE(id uuid, levels smallint[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_bitmapscan TO 'on'
AS $function$
DECLARE
  word jsonb;
  likes text;
  every text;
  cats text;
  whole_cats text;
  in_text text;
  in_column text := CASE scope WHEN 'all' THEN 'search' ELSE 'name_key' END;
  finds text[] := '{}';
  excludes text := '';
  all_levels text[] := '{}';
  filters text := '';
  place text := '';
  sorted CONSTANT text := CASE in_order
    WHEN 'most-liked' THEN 'likes DESC, created_at DESC, id DESC' WHEN 'newest' THEN 'created_at DESC, id DESC'
    WHEN 'price-low' THEN 'price, id' WHEN 'price-high' THEN 'price DESC, id DESC'
    WHEN 'name-asc' THEN 'name_key, id' WHEN 'name-desc' THEN 'name_key DESC, id DESC'
    WHEN 'category' THEN 'category_id, created_at DESC, id DESC' ELSE 'featured DESC, created_at DESC, id DESC' END;
  shown text;
BEGIN
  FOR word IN SELECT value FROM jsonb_array_elements(words) LOOP
    likes := format('LIKE ANY (%L::text[])', ARRAY(SELECT jsonb_array_elements_text(word->'contains')));
    every := format('LIKE ANY (%L::text[])', ARRAY(SELECT jsonb_array_elements_text((word->'contains') || (word->'also'))));
    cats := format('category_id = ANY (%L::uuid[])', ARRAY(SELECT jsonb_array_elements_text(word->'categories')));
    whole_cats := format('category_id = ANY (%L::uuid[])', ARRAY(SELECT jsonb_array_elements_text(word->'wholeCategories')));
    all_levels := all_levels || format('CASE %s %s WHEN %s THEN 6 WHEN %s THEN 4 %s ELSE 0 END',
      CASE WHEN jsonb_array_length(word->'wholeCategories') = 0 THEN ''
        ELSE format('WHEN %s THEN CASE %s ELSE 6 END', whole_cats, search_level('name_key', likes, every, word, 'nameLevel', 9)) END,
      search_level('name_key', likes, every, word, 'nameLevel', 6), whole_cats, cats, search_level('search', likes, every, word, 'descriptionLevel', 0));
    IF word->>'role' = 'find' THEN
      in_text := CASE WHEN whole_words THEN format('%1$I %2$s AND %1$I ~ %3$L', in_column, every, word->>'whole')
        WHEN jsonb_array_length(word->'also') = 0 THEN format('%I %s', in_column, likes)
        ELSE format('(%1$I %2$s OR %1$I %3$s AND %1$I ~ %4$L)', in_column, likes, every, word->>'whole') END;
      IF (word->'isScanned')::boolean THEN
        PERFORM set_config('enable_seqscan', 'on', true), set_config('enable_bitmapscan', 'off', true);
      END IF;
      IF walk IS NULL AND word->>'short' IS NOT NULL THEN
        in_text := format('(search LIKE ANY (%L::text[])%s) AND (%s) IS TRUE', ARRAY(SELECT jsonb_array_elements_text(word->'short'->'contains')),
          ' OR search ~ ' || quote_literal(word->'short'->>'whole'), in_text);
      END IF;
      finds := finds || CASE WHEN scope = 'name' OR jsonb_array_length(word->'categories') = 0 THEN format('(%s)', in_text)
        ELSE format('(%s OR %s)', in_text, CASE WHEN whole_words THEN whole_cats ELSE cats END) END;
    ELSIF word->>'role' = 'exclude' THEN
      excludes := excludes || format(' AND (search %s) IS NOT TRUE AND (search %s AND search ~ %L) IS NOT TRUE AND (%s) IS NOT TRUE',
        likes, every, word->>'whole', cats);
    END IF;
  END LOOP;
  -- A category or a promotion has indexes of its own in each order.
  IF cardinality(in_categories) = 1 THEN
    place := place || format(' AND category_id = %L', in_categories[1]);
  ELSIF in_categories IS NOT NULL THEN
    filters := filters || format(' AND category_id = ANY (%L::uuid[])', in_categories);
  END IF;
  IF in_promotion IS NOT NULL THEN
    place := place || format(' AND promotion_id = %L', in_promotion);
  END IF;
  IF is_featured IS NOT NULL THEN
    filters := filters || format(' AND featured = %L', is_featured);
  END IF;
  IF cardinality(other_than) > 0 THEN
    filters := filters || format(' AND id <> ALL (%L::uuid[])', other_than);
  END IF;
  filters := format('(%s)', array_to_string(finds, CASE WHEN each_word THEN ' AND ' ELSE ' OR ' END)) || filters || excludes;
  shown := CASE WHEN NOT ranked THEN '''{}''' ELSE format('ARRAY[%s]', array_to_string(all_levels, ', ')) END;
  IF walk IS NULL AND ranked THEN
    RETURN QUERY EXECUTE format('SELECT id, %s::smallint[] FROM (
        SELECT id, name_key, search, category_id, featured, created_at, likes, price FROM products WHERE status = ''published''%s AND %s LIMIT %s
      ) found ORDER BY %s', shown, place, filters, most, sorted);
  ELSIF walk IS NULL THEN
    RETURN QUERY EXECUTE format('SELECT id, %s::smallint[] FROM products WHERE status = ''published''%s AND %s%s LIMIT %s',
      shown, place, filters, ' ORDER BY ' || CASE WHEN in_order IS NOT NULL THEN sorted END, most);
  ELSE
    PERFORM set_config('enable_indexscan', 'on', true);
    RETURN QUERY EXECUTE format('SELECT id, %s::smallint[] FROM (
        SELECT id, name_key, search, category_id, featured, created_at, likes, price FROM products WHERE status = ''published''%s ORDER BY %s LIMIT %s
      ) walked WHERE %s ORDER BY %3$s LIMIT %6$s',
      shown, place, sorted, walk, filters, most);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.finding_json(found undo_finding, set_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_object('kind', (found.step).kind, 'thingId', (found.step).thing_id, 'thing', coalesce((found.step).thing, (SELECT c.thing FROM changes c WHERE c.thing_id = (found.step).thing_id AND c.thing IS NOT NULL
      ORDER BY c.at DESC, c.id DESC LIMIT 1)),
    'table', (found.step).table_name, 'rowId', (found.step).row_id, 'column', found.field, 'reason', found.reason,
    'constraint', (found.step).violated, 'actorName', coalesce(used.actor_name, later.actor_name), 'at', coalesce(used.at, later.at))
  FROM (SELECT) one LEFT JOIN LATERAL (
    SELECT s.actor_name, s.at FROM changes c JOIN change_sets s ON s.at = c.at AND s.id = c.set_id
    WHERE c.thing_id = (found.step).thing_id AND (c.at, c.id) > (set_at, (found.step).last_id) AND found.reason IN ('changed', 'gone')
      AND (c.row_id = (found.step).row_id AND (found.field IS NULL OR c.after ? found.field))
    ORDER BY c.at DESC, c.id DESC LIMIT 1
  ) later ON true LEFT JOIN LATERAL (SELECT u.* FROM last_use(found.step) u WHERE found.reason = 'in_use') used ON true
$function$;

CREATE OR REPLACE FUNCTION public.finish_change_set()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  is_shared CONSTANT boolean := coalesce(current_setting('app.change_set', true), '') <> '';
BEGIN
  IF NEW.set_id <> change_set_id() THEN
    IF NEW.at = change_set_at() THEN
      RAISE EXCEPTION 'the user of a transaction changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- A row that a restore writes.
    RETURN NULL;
  END IF;
  IF is_shared THEN
    IF NEW.at IS DISTINCT FROM joinable_change_set(NEW.set_id)
      AND (NEW.at <> now() OR EXISTS (SELECT FROM change_sets s WHERE s.id = NEW.set_id)) THEN
      RAISE EXCEPTION 'the change set is not one to join' USING ERRCODE = 'insufficient_privilege';
    END IF;
  ELSE
    INSERT INTO change_sets (id, actor_id, actor_name, operation, summary, undo_of, kinds, row_count, search)
    SELECT NEW.set_id, caller(), actor_name(), left(nullif(current_setting('app.operation', true), ''), 100), m.made,
      nullif(current_setting('app.undo_of', true), '')::uuid, ARRAY[NEW.kind], 1, fold(CASE WHEN strpos(m.made, NEW.thing) > 0 THEN m.made ELSE concat_ws(' ', m.made, NEW.thing) END)
    FROM (SELECT summary_of(d.declared, d.done) AS made FROM (
      SELECT coalesce(replace(current_setting('app.summary', true), '{' || plural_of(NEW.kind) || '}', p.phrase), '') AS declared,
        change_verb(CASE WHEN NEW.row_id = NEW.thing_id THEN NEW.operation END) || p.phrase AS done
      FROM (SELECT things_phrase(NEW.kind, 1, NEW.thing) AS phrase OFFSET 0) p OFFSET 0) d OFFSET 0) m
    WHERE NOT EXISTS (SELECT FROM changes c WHERE c.at = NEW.at AND c.set_id = NEW.set_id AND c.id <> NEW.id);
    IF FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  -- The first statement of the transaction writes the set.
  IF NOT EXISTS (SELECT FROM changes c WHERE c.at = NEW.at AND c.set_id = NEW.set_id AND c.id > last_shared_change() AND c.id < NEW.id) THEN
    PERFORM write_change_set(NEW.at, NEW.set_id, is_shared AND NEW.at <> now());
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(translate(regexp_replace(regexp_replace(NORMALIZE(value, NFD), '[\u0300-\u036f''`\u00b4\u2018\u2019\u201b\u02b9-\u02bf\u2032\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]'::text, ''::text, 'g'::text), '[-\u2010-\u2015]'::text, ' '::text, 'g'::text), 'ƁɓƊɗƘƙƳƴ'::text, 'bbddkkyy'::text));

CREATE OR REPLACE FUNCTION public.fold_counters()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH gone AS (DELETE FROM counters RETURNING name, delta)
  INSERT INTO counters (name, delta) SELECT name, sum(delta) FROM gone GROUP BY name;
  WITH gone AS (DELETE FROM sales_totals WHERE id > 0 RETURNING kind, day, key, orders, items, money, reduction)
  INSERT INTO sales_totals AS t (kind, day, key, id, orders, items, money, reduction)
  SELECT kind, day, key, 0, sum(orders), sum(items), sum(money), sum(reduction) FROM gone GROUP BY kind, day, key ORDER BY kind, day, key
  ON CONFLICT (kind, day, key, id) DO UPDATE
    SET orders = t.orders + excluded.orders, items = t.items + excluded.items, money = t.money + excluded.money, reduction = t.reduction + excluded.reduction
$function$;

CREATE OR REPLACE FUNCTION public.fold_search_words()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH gone AS (
    DELETE FROM search_words WHERE word IN (SELECT word FROM search_words WHERE NOT folded) RETURNING word, names, descriptions
  )
  INSERT INTO search_words (word, names, descriptions, folded)
  SELECT word, sum(names), sum(descriptions), true FROM gone GROUP BY word HAVING sum(names) <> 0 OR sum(descriptions) <> 0
$function$;

CREATE OR REPLACE FUNCTION public.forget_agent_sessions()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DELETE FROM agent_sessions WHERE expires_at < now();
  DELETE FROM agent_requests WHERE expires_at < now()
$function$;

CREATE OR REPLACE FUNCTION public.forget_limits()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ DELETE FROM limits WHERE window_start < now() - interval '2 days' $function$;

CREATE OR REPLACE FUNCTION public.forget_searches()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DELETE FROM searches WHERE day <= (now() AT TIME ZONE shop_time_zone())::date - 90
$function$;

CREATE OR REPLACE FUNCTION public.forgive_limit(limit_key text, seconds integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE limits SET hits = greatest(hits - 1, 0)
  WHERE key = left(limit_key, 200) AND window_start = to_timestamp(floor(extract(epoch FROM now()) / seconds) * seconds)
$function$;

CREATE OR REPLACE FUNCTION public.hit_limit(limit_key text, seconds integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  reached integer;
BEGIN
  IF session_user = 'aso_web' AND limit_key LIKE 'auth:%' THEN
    RAISE EXCEPTION 'this limit is of sign-in' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO limits AS l (key, window_start, hits)
  VALUES (left(limit_key, 200), to_timestamp(floor(extract(epoch FROM now()) / seconds) * seconds), 1)
  ON CONFLICT (key, window_start) DO UPDATE SET hits = l.hits + 1
  RETURNING hits INTO reached;
  RETURN reached;
END $function$;

CREATE OR REPLACE FUNCTION public.image_is_kept(url text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM product_images WHERE image_url = url)
    OR EXISTS (SELECT FROM order_items WHERE product_image = url)
    OR EXISTS (SELECT FROM hero_slide_images WHERE image_url = url)
    OR EXISTS (SELECT FROM categories WHERE image_url = url)
    OR EXISTS (SELECT FROM changes WHERE coalesce(before ->> 'image_url', before ->> 'product_image') = url
      AND at > now() - interval '30 days')
$function$;

CREATE OR REPLACE FUNCTION public.image_is_named(url text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF image_is_kept(url) THEN
    RETURN true;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('aso.ordered_images'));
  RETURN image_is_kept(url);
END $function$;

CREATE OR REPLACE FUNCTION public.is_admin_or_super_admin(user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT (coalesce(current_setting('app.role_withheld', true), '') = '' OR user_id IS DISTINCT FROM caller())
  AND EXISTS (SELECT FROM profiles p WHERE p.id = user_id AND p.role IN ('admin', 'super_admin') AND NOT p.banned) $function$;

CREATE OR REPLACE FUNCTION public.is_super_admin(user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT coalesce(current_setting('app.api_key', true), '') = ''
  AND (coalesce(current_setting('app.role_withheld', true), '') = '' OR user_id IS DISTINCT FROM caller())
  AND EXISTS (SELECT FROM profiles p WHERE p.id = user_id AND p.role = 'super_admin' AND NOT p.banned) $function$;

CREATE OR REPLACE FUNCTION public.join_change_set(set_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  set_at timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(set_id::text, 0));
  set_at := joinable_change_set(set_id);
  IF set_at IS NULL AND EXISTS (SELECT FROM change_sets s WHERE s.id = set_id) THEN
    RETURN;
  END IF;
  PERFORM set_config('app.change_set', set_id::text, true), set_config('app.change_set_at', coalesce(set_at::text, ''), true),
    set_config('app.last_shared_change', coalesce((SELECT max(c.id) FROM changes c WHERE c.at = set_at AND c.set_id = join_change_set.set_id)::text, ''), true);
END $function$;

CREATE OR REPLACE FUNCTION public.joinable_change_set(set_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT s.at FROM change_sets s WHERE s.id = set_id AND s.actor_id = caller() AND s.at > now() - interval '1 day'
    AND s.undo_of IS NULL AND NOT EXISTS (SELECT FROM change_sets u WHERE u.undo_of = s.id)
$function$;

CREATE OR REPLACE FUNCTION public.keep_change_partitions(days integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '3s'
AS $function$
DECLARE
  parent text;
  month timestamptz;
  part text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.change_partitions'));
  -- Of categories that cannot return any more.
  DELETE FROM category_slugs s WHERE NOT EXISTS (SELECT FROM categories c WHERE c.id = s.category_id)
    AND NOT EXISTS (SELECT FROM changes c WHERE c.thing_id = s.category_id);
  FOREACH parent IN ARRAY ARRAY['change_sets', 'changes'] LOOP
    FOR month IN EXECUTE format(
      $q$SELECT date_trunc('month', now()) + n * interval '1 month' FROM generate_series(0, 2) n
         UNION SELECT DISTINCT date_trunc('month', at) FROM history.%I$q$, parent || '_default')
    LOOP
      part := parent || to_char(month, '_YYYY_MM');
      CONTINUE WHEN to_regclass(format('history.%I', part)) IS NOT NULL;
      EXECUTE format('CREATE TABLE history.%I (LIKE %I INCLUDING ALL)', part, parent);
      EXECUTE format('WITH moved AS (DELETE FROM history.%I WHERE at >= $1 AND at < $2 RETURNING *)
        INSERT INTO history.%I SELECT * FROM moved', parent || '_default', part) USING month, month + interval '1 month';
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION history.%I FOR VALUES FROM (%L) TO (%L)', parent, part, month, month + interval '1 month');
    END LOOP;
    FOR part IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = parent::regclass AND c.relname ~ '_\d{4}_\d\d$'
        AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' < now() - make_interval(days => days)
    LOOP
      EXECUTE format('DROP TABLE history.%I', part);
    END LOOP;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_old_slug()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM category_slugs WHERE slug = NEW.slug;
  IF TG_OP = 'UPDATE' AND OLD.slug <> NEW.slug THEN
    INSERT INTO category_slugs (slug, category_id) VALUES (OLD.slug, NEW.id)
    ON CONFLICT (slug) DO UPDATE SET category_id = excluded.category_id;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_past_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.whatsapp_link IS NULL THEN
    DELETE FROM past_order_messages WHERE order_id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO past_order_messages (order_id, replaced_at, whatsapp_link) VALUES (NEW.id, clock_timestamp(), OLD.whatsapp_link);
  DELETE FROM past_order_messages WHERE order_id = NEW.id AND replaced_at <= (
    SELECT replaced_at FROM past_order_messages WHERE order_id = NEW.id ORDER BY replaced_at DESC OFFSET 100 LIMIT 1
  );
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_time_zone(zone text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM installation WHERE key = 'time_zone' AND value = zone) THEN
    RETURN;
  END IF;
  LOCK TABLE orders, order_items IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO installation (key, value) VALUES ('time_zone', zone) ON CONFLICT (key) DO UPDATE SET value = excluded.value;
  PERFORM recount_sales();
END $function$;

CREATE OR REPLACE FUNCTION public.last_shared_change()
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN COALESCE((NULLIF(current_setting('app.last_shared_change'::text, true), ''::text))::bigint, (0)::bigint);

CREATE OR REPLACE FUNCTION public.last_use(step undo_step, OUT actor_name text, OUT at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  reference record;
  found record;
BEGIN
  FOR reference IN
    SELECT c.conrelid::regclass::text AS child, a.attname AS name FROM pg_constraint c
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = step.table_name::regclass
      AND EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.conrelid AND tgname = 'record_delete')
  LOOP
    EXECUTE format($query$
      SELECT s.actor_name, c.at FROM (SELECT id FROM %1$I WHERE %2$I = $1 LIMIT 100) used, LATERAL (
        SELECT c.at, c.id, c.set_id FROM changes c
        WHERE c.thing_id = ANY (ARRAY[used.id, $2]) AND c.row_id = used.id AND c.after ->> %2$L = $1::text
        ORDER BY c.at DESC, c.id DESC LIMIT 1
      ) c JOIN change_sets s ON s.id = c.set_id
      ORDER BY c.at DESC, c.id DESC LIMIT 1
      $query$, reference.child, reference.name) INTO found USING step.row_id, step.thing_id;
    IF found.at > coalesce(at, '-infinity') THEN
      actor_name := found.actor_name;
      at := found.at;
    END IF;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.leave_deleted_files(all_steps undo_step[], OUT steps undo_step[], OUT findings undo_finding[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
DECLARE
  step undo_step;
  of_image CONSTANT text[] := ARRAY['image_url', 'image_width', 'image_height', 'image_placeholder', 'width', 'height', 'placeholder'];
BEGIN
  steps := '{}';
  findings := '{}';
  FOREACH step IN ARRAY all_steps LOOP
    -- Only uploaded files are deleted.
    IF step.operation <> 'insert' AND step.fields ->> 'image_url' LIKE '/uploads/%/%' AND NOT image_is_kept(step.fields ->> 'image_url') THEN
      findings := findings || (step, CASE step.table_name WHEN 'categories' THEN 'image_url' END, 'deleted_file')::undo_finding;
      step.fields := step.fields - of_image;
      -- Of a category only the image is gone. An image is nothing else.
      CONTINUE WHEN step.fields = '{}' OR step.table_name <> 'categories';
    END IF;
    steps := steps || step;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.limit_hits(limit_key text, seconds integer)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH bucket AS (SELECT to_timestamp(floor(extract(epoch FROM now()) / seconds) * seconds) AS began)
  SELECT coalesce(ceil(sum(CASE WHEN l.window_start = began THEN l.hits
    ELSE l.hits * (1 - extract(epoch FROM now() - began) / seconds) END)), 0)::integer
  FROM bucket, limits l
  WHERE l.key = left(limit_key, 200) AND l.window_start IN (began, began - make_interval(secs => seconds))
$function$;

CREATE OR REPLACE FUNCTION public.mark_edited()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_by := caller();
  NEW.updated_at := now();
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.mark_switched()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.switched_by := caller();
  NEW.switched_at := now();
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.mask_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_WHEN = 'AFTER' THEN
    PERFORM set_config('app.unrecorded', '', true) WHERE current_setting('app.unrecorded') = 'account';
    RETURN NULL;
  END IF;
  PERFORM set_config('app.unrecorded', 'account', true) WHERE current_setting('app.unrecorded', true) IS DISTINCT FROM 'on';
  UPDATE change_sets SET actor_id = NULL, actor_name = 'Former staff member' WHERE actor_id = OLD.id;
  UPDATE order_events SET actor_name = 'Former staff member' WHERE actor_id = OLD.id;
  PERFORM mask_names(OLD.id);
  UPDATE changes c SET before = c.before - 'note', after = c.after - 'note'
  FROM orders o WHERE o.user_id = OLD.id AND c.thing_id = o.id AND c.table_name = 'order_items';
  UPDATE order_events e SET detail = e.detail - 'note' FROM orders o
  WHERE o.user_id = OLD.id AND e.order_id = o.id AND e.kind = 'item_restored';
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.mask_names(of_account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  set_ids CONSTANT uuid[] := ARRAY(
    WITH RECURSIVE sets AS (
      SELECT c.set_id AS id FROM changes c WHERE c.thing_id = of_account
      UNION
      SELECT s.id FROM sets JOIN change_sets s ON s.undo_of = sets.id
    ) SELECT id FROM sets);
  names CONSTANT text[] := ARRAY(
    SELECT c.thing FROM changes c WHERE c.thing_id = of_account
    UNION SELECT user_name(of_account)
    UNION SELECT p.email FROM profiles p WHERE p.id = of_account);
  masks text[];
BEGIN
  -- Whole words, all at once: a name may be a part of another one, or of what replaces it.
  SELECT ARRAY['(?<!\w)(' || string_agg(mask, '|') || ')(?!\w)', '(?<!\w)(' || string_agg(folded, '|') || ')(?!\w)'] INTO masks
  FROM (
    SELECT regexp_replace(name, '([^\w\s])', '\\\1', 'g') AS mask, regexp_replace(fold(name), '([^\w\s])', '\\\1', 'g') AS folded
    FROM unnest(names) name WHERE btrim(name) <> '' ORDER BY length(name) DESC
  ) n;
  UPDATE change_sets SET summary = regexp_replace(summary, masks[1], 'a former user', 'g'), search = regexp_replace(search, masks[2], 'a former user', 'g')
  WHERE id = ANY (set_ids);
  UPDATE changes SET thing = NULL WHERE thing_id = of_account;
END $function$;

CREATE OR REPLACE FUNCTION public.mask_staff_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM staff_notes n USING orders o WHERE o.user_id = OLD.id AND n.order_id = o.id AND o.status IN ('completed', 'cancelled');
  UPDATE changes c SET before = c.before - 'text', after = c.after - 'text'
  FROM orders o WHERE o.user_id = OLD.id AND c.thing_id = o.id AND c.table_name = 'staff_notes';
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.mask_webhook_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE webhook_deliveries d
  SET attempts = (SELECT jsonb_agg(a || '{"answer": ""}' ORDER BY n) FROM jsonb_array_elements(d.attempts) WITH ORDINALITY AS t (a, n))
  FROM orders o WHERE o.user_id = OLD.id AND d.order_id = o.id AND d.attempts <> '[]';
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.match_products(keys text[])
 RETURNS TABLE(key_at integer, matched text, id uuid, name text, sku text, images uuid[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF is_admin_or_super_admin(caller()) IS NOT TRUE THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH wanted AS MATERIALIZED (
      SELECT position::integer - 1 AS at, file_key(key) COLLATE "C" AS key
      FROM unnest(keys) WITH ORDINALITY AS n(key, position)
    ), found AS (
      SELECT w.at, 'sku' AS matched, p.* FROM wanted w, LATERAL (
        SELECT p.id, p.name, p.sku FROM products p WHERE p.sku IS NOT NULL AND file_key(p.sku) COLLATE "C" = w.key LIMIT 3
      ) p WHERE w.key <> ''
      UNION ALL
      SELECT w.at, 'name', p.* FROM wanted w, LATERAL (
        SELECT p.id, p.name, p.sku FROM products p WHERE file_key(p.name) COLLATE "C" = w.key LIMIT 3
      ) p WHERE w.key <> ''
    )
    SELECT f.at, f.matched, f.id, f.name, f.sku,
      ARRAY(SELECT i.id FROM product_images i WHERE i.product_id = f.id ORDER BY i.id)
    FROM found f ORDER BY f.at, f.matched DESC, f.id;
END $function$;

CREATE OR REPLACE FUNCTION public.missing_words(value text, other text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT string_agg(word, ' ') FROM (
    SELECT string_to_table(value, ' ') COLLATE "C" AS word EXCEPT SELECT string_to_table(other, ' ')
  ) missing WHERE word <> ''
$function$;

CREATE OR REPLACE FUNCTION public.move_ordering()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE orderings SET version = version + 1, updated_by = caller(), updated_at = now() WHERE name = TG_TABLE_NAME;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.names_of_set(set_at timestamp with time zone, of_set uuid, after_id bigint DEFAULT 0)
 RETURNS text
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT string_agg(part, ' ') FROM (
    SELECT DISTINCT part COLLATE "C" AS part
    FROM changes c, unnest(CASE c.kind WHEN 'user' THEN ARRAY[c.thing] ELSE string_to_array(replace(c.thing, '-', ' '), ' ') END) part
    WHERE c.at = set_at AND c.set_id = of_set AND c.id > after_id
  ) parts
$function$;

CREATE OR REPLACE FUNCTION public.net_changes(set_at timestamp with time zone, of_set uuid)
 RETURNS SETOF undo_step
 LANGUAGE sql
 STABLE
AS $function$
  SELECT table_name, row_id, kind, thing_id, thing,
    CASE WHEN operations[1] = 'insert' THEN 'insert' WHEN last = 'delete' THEN 'delete' ELSE 'update' END,
    before, after, last_id, before, NULL, NULL
  FROM (
    SELECT c.table_name, c.row_id, min(c.kind) AS kind, (array_agg(c.thing_id))[1] AS thing_id, max(c.thing) AS thing,
      array_agg(c.operation ORDER BY c.id) AS operations, (array_agg(c.operation ORDER BY c.id DESC))[1] AS last,
      jsonb_merge(c.before ORDER BY c.id DESC) AS before, jsonb_merge(c.after ORDER BY c.id) AS after, max(c.id) AS last_id
    FROM changes c WHERE c.at = set_at AND c.set_id = of_set GROUP BY c.table_name, c.row_id
  ) r WHERE NOT (operations[1] = 'insert' AND last = 'delete')
$function$;

CREATE OR REPLACE FUNCTION public.note_api_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO account_events (kind, matter, user_id, actor_id, ip_address, user_agent, detail)
  VALUES (CASE TG_OP WHEN 'INSERT' THEN 'api_key_made' ELSE 'api_key_revoked' END, 'rights', NEW.created_by, nullif(caller(), NEW.created_by),
    nullif(left(current_setting('app.ip_address', true), 64), ''), nullif(left(current_setting('app.user_agent', true), 400), ''),
    jsonb_build_object('name', NEW.name, 'scopes', array_to_string(NEW.scopes, ', ')));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_expired_images_deleted(until timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO installation (key, value) VALUES ('expired_images_deleted', until::text)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value
$function$;

CREATE OR REPLACE FUNCTION public.note_order_mail(of_order uuid, reader text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO order_events (id, order_id, kind, detail, created_at)
  SELECT md5('sent ' || reader || o.id)::uuid, o.id, 'email', jsonb_build_object('reader', reader), clock_timestamp()
  FROM orders o WHERE o.id = of_order ON CONFLICT DO NOTHING
$function$;

CREATE OR REPLACE FUNCTION public.note_rights()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  ip_address text := nullif(left(current_setting('app.ip_address', true), 64), '');
  user_agent text := nullif(left(current_setting('app.user_agent', true), 400), '');
BEGIN
  IF NEW.role <> OLD.role THEN
    INSERT INTO account_events (kind, matter, user_id, actor_id, ip_address, user_agent, detail)
    VALUES ('role_changed', 'rights', NEW.id, caller(), ip_address, user_agent,
      jsonb_build_object('from', OLD.role, 'to', NEW.role));
  END IF;
  IF NEW.banned <> OLD.banned THEN
    INSERT INTO account_events (kind, matter, user_id, actor_id, ip_address, user_agent, detail)
    VALUES (CASE WHEN NEW.banned THEN 'banned' ELSE 'unbanned' END, 'rights', NEW.id, caller(), ip_address, user_agent,
      jsonb_strip_nulls(jsonb_build_object('reason', nullif(left(current_setting('app.reason', true), 300), ''))));
    UPDATE sessions SET expires_at = now() WHERE NEW.banned AND user_id = NEW.id AND expires_at > now();
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.notify_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.order_events_write_actor()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  NEW.actor_name := coalesce(own_name(), '');
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.order_item_exists(item uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT EXISTS (SELECT FROM order_items WHERE id = item) $function$;

CREATE OR REPLACE FUNCTION public.order_items_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM orders WHERE id = OLD.order_id FOR UPDATE;
  IF FOUND AND NOT EXISTS (SELECT FROM order_items WHERE order_id = OLD.order_id AND id <> OLD.id) THEN
    RAISE EXCEPTION 'an order keeps at least one item' USING ERRCODE = 'check_violation', CONSTRAINT = 'order_items_last';
  END IF;
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.order_items_match_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.order_owners(ids uuid[])
 RETURNS TABLE(id uuid, user_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.user_id FROM orders o WHERE o.id = ANY (ids) AND session_user <> 'aso_web' $function$;

CREATE OR REPLACE FUNCTION public.order_total()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT coalesce(sum(delta), 0)::bigint FROM counters WHERE name = 'orders' $function$;

CREATE OR REPLACE FUNCTION public.orders_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.status, NEW.due_day, NEW.confirmed_at) IS DISTINCT FROM (OLD.status, OLD.due_day, OLD.confirmed_at)
    AND current_user = 'aso_web' AND NOT is_admin_or_super_admin(caller()) THEN
    RAISE EXCEPTION 'status may not be changed, nor the due day, nor the confirmation' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.orders_guard_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  seller text := substring(NEW.whatsapp_link FROM '^https://wa\.me/([0-9]{1,15})\?text=[^\s<>"]*$');
BEGIN
  IF seller IS NULL OR EXISTS (SELECT FROM installation WHERE key LIKE 'whatsapp:%')
      AND NOT EXISTS (SELECT FROM installation WHERE key = 'whatsapp:' || seller) THEN
    RAISE EXCEPTION 'a chat link leads to the shop''s seller' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.orders_write_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  SELECT own_name(), p.email, p.phone INTO NEW.customer_name, NEW.customer_email, NEW.customer_phone
  FROM profiles p WHERE p.id = NEW.user_id;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.own_name()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT coalesce(api_key_name(), nullif(btrim(p.first_name || ' ' || p.last_name), ''), nullif(p.name, ''), p.email)
  FROM profiles p WHERE p.id = caller()
$function$;

CREATE OR REPLACE FUNCTION public.passkeys_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM profiles WHERE id = NEW.user_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM passkeys WHERE user_id = NEW.user_id) >= 20 THEN
    RAISE EXCEPTION 'no more than twenty passkeys' USING ERRCODE = 'check_violation', CONSTRAINT = 'most_passkeys';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.patch_function(signature text, part text, replacement text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  source CONSTANT text := pg_get_functiondef(signature::regprocedure);
BEGIN
  IF strpos(source, part) = 0 THEN
    RAISE EXCEPTION '% has no %', signature, part;
  END IF;
  EXECUTE replace(source, part, replacement);
END $function$;

CREATE OR REPLACE FUNCTION public.plan_undo(of_table text, net undo_step[], OUT steps undo_step[], OUT findings undo_finding[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format('SELECT FROM %I WHERE id IN (SELECT row_id FROM unnest($1)) ORDER BY id FOR UPDATE', of_table) USING net;
  EXECUTE format($query$
    WITH compared AS MATERIALIZED (
      SELECT r.step, r.held IS NOT NULL AS is_there, c.same, c.changed
      FROM (SELECT n AS step, to_jsonb(t) AS held FROM unnest($1) n LEFT JOIN %1$I t ON t.id = n.row_id OFFSET 0) r, LATERAL (
        SELECT
          jsonb_object_agg(key, coalesce((r.step).before -> key, 'null')) FILTER (WHERE r.held -> key = value AND (r.step).before -> key IS DISTINCT FROM value) AS same,
          array_agg(key) FILTER (WHERE r.held -> key <> value AND ((r.step).operation = 'insert' OR r.held -> key IS DISTINCT FROM (r.step).before -> key)) AS changed
        FROM jsonb_each((r.step).after)
      ) c
    ), decided AS (
      SELECT step, same, changed, CASE
        WHEN (step).operation = 'delete' THEN CASE WHEN NOT is_there THEN 'apply' END
        WHEN NOT is_there THEN CASE (step).operation WHEN 'update' THEN 'gone' END
        WHEN (step).operation = 'insert' THEN CASE WHEN changed IS NULL THEN 'apply' ELSE 'changed' END
        WHEN same IS NOT NULL THEN 'apply' END AS verdict
      FROM compared
    ) SELECT
      (SELECT array_agg(((step).table_name, (step).row_id, (step).kind, (step).thing_id, (step).thing, (step).operation, (step).before,
          (step).after, (step).last_id,
          CASE WHEN (step).operation = 'update' THEN same
            -- Forms that were opened before the deletion are stale.
            WHEN (step).fields ? 'version' THEN (step).fields || jsonb_build_object('version', ((step).fields ->> 'version')::int + 1)
            ELSE (step).fields END, NULL, NULL)::undo_step)
        FROM decided WHERE verdict = 'apply'),
      (SELECT array_agg((step, field, reason)::undo_finding) FROM (
        SELECT step, NULL AS field, verdict AS reason FROM decided WHERE verdict = 'gone'
        UNION ALL SELECT step, field, 'changed' FROM decided, unnest(changed) field
          WHERE verdict = 'changed' OR (step).operation = 'update' AND verdict IS DISTINCT FROM 'gone') f)
    $query$, of_table) INTO steps, findings USING net;
  steps := coalesce(steps, '{}');
  findings := coalesce(findings, '{}');
END $function$;

CREATE OR REPLACE FUNCTION public.planned_changes_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.day <= (now() AT TIME ZONE shop_time_zone())::date THEN
    RAISE EXCEPTION 'the day has begun' USING ERRCODE = 'check_violation', CONSTRAINT = 'planned_changes_future';
  END IF;
  IF TG_OP = 'UPDATE' AND (NEW.day, NEW.price, NEW.status, NEW.featured, NEW.is_active)
    IS NOT DISTINCT FROM (OLD.day, OLD.price, OLD.status, OLD.featured, OLD.is_active) THEN
    RETURN OLD;
  END IF;
  NEW.updated_by := caller();
  NEW.updated_at := now();
  IF TG_OP = 'UPDATE' THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.plural_of(kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE kind WHEN 'category'::text THEN 'categories'::text ELSE (kind || 's'::text) END;

CREATE OR REPLACE FUNCTION public.product_images_have_primary()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  product uuid := coalesce(NEW.product_id, OLD.product_id);
BEGIN
  IF EXISTS (SELECT FROM product_images WHERE product_id = product)
     AND NOT EXISTS (SELECT FROM product_images WHERE product_id = product AND is_primary) THEN
    RAISE EXCEPTION 'product % has images but no primary one', product
      USING ERRCODE = 'check_violation', CONSTRAINT = 'product_images_have_primary';
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.product_id <> NEW.product_id
     AND EXISTS (SELECT FROM product_images WHERE product_id = OLD.product_id)
     AND NOT EXISTS (SELECT FROM product_images WHERE product_id = OLD.product_id AND is_primary) THEN
    RAISE EXCEPTION 'product % has images but no primary one', OLD.product_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'product_images_have_primary';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.product_total()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT coalesce(sum(CASE name WHEN 'products' THEN delta ELSE -delta END), 0)::bigint FROM counters
  WHERE name IN ('products', 'products:draft')
$function$;

CREATE OR REPLACE FUNCTION public.profiles_anonymize()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE order_events e SET
    actor_name = CASE WHEN e.actor_id = OLD.id THEN 'Former customer' ELSE e.actor_name END,
    detail = CASE WHEN o.status IN ('completed', 'cancelled')
      THEN CASE e.kind WHEN 'note' THEN e.detail - ARRAY['before', 'after'] WHEN 'item_removed' THEN e.detail - 'note' ELSE e.detail END
      ELSE e.detail END
  FROM orders o WHERE o.id = e.order_id AND o.user_id = OLD.id;
  UPDATE order_items i SET note = NULL
  FROM orders o WHERE o.id = i.order_id AND o.user_id = OLD.id AND o.status IN ('completed', 'cancelled') AND i.note IS NOT NULL;
  UPDATE orders SET user_id = NULL, customer_name = 'Former customer', customer_email = '', customer_phone = NULL, whatsapp_link = NULL
  WHERE user_id = OLD.id;
  -- What happened stays in the journal for as long as anything does, without the address.
  UPDATE account_events SET subject = '' WHERE user_id = OLD.id;
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.profiles_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF (NEW.role, NEW.banned) IS NOT DISTINCT FROM (OLD.role, OLD.banned) THEN
    RETURN NEW;
  END IF;
  IF NEW.id = caller() THEN
    RAISE EXCEPTION 'role and ban may not be changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF OLD.role = 'super_admin' AND NOT OLD.banned AND (NEW.role <> 'super_admin' OR NEW.banned) THEN
    -- Two at once wait here for one another; the second sees what the first did.
    PERFORM pg_advisory_xact_lock(hashtext('aso.super_admins'));
    IF NOT EXISTS (SELECT FROM profiles WHERE role = 'super_admin' AND NOT banned AND id <> OLD.id) THEN
      RAISE EXCEPTION 'the last super_admin stays one' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_super_admin';
    END IF;
  END IF;
  IF caller() IS NOT NULL AND NOT is_super_admin(caller()) THEN
    RAISE EXCEPTION 'role and ban may not be changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.profiles_last_stays()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.super_admins'));
  IF NOT EXISTS (SELECT FROM profiles WHERE role = 'super_admin' AND NOT banned AND id <> OLD.id) THEN
    RAISE EXCEPTION 'the last super_admin stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_super_admin';
  END IF;
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.profiles_phone_unverified()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.phone IS DISTINCT FROM OLD.phone AND current_user = 'aso_web' THEN
    NEW.phone_verified := false;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.profiles_role_needs_caller()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.role, NEW.banned) IS DISTINCT FROM (OLD.role, OLD.banned)
    AND current_user IN ('aso_web', 'aso_auth') AND caller() IS NULL THEN
    RAISE EXCEPTION 'role and ban may not be changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.profiles_start_as_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.role <> 'user' AND current_user IN ('aso_web', 'aso_auth') THEN
    RAISE EXCEPTION 'a profile starts with the role user' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.push_new_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM enqueue_push(s.id, s.user_id, NEW.id, 'new_orders', NULL, interval '0')
  FROM push_subscriptions s WHERE s.new_orders AND is_admin_or_super_admin(s.user_id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.push_order_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM enqueue_push(s.id, s.user_id, NEW.id, 'own_orders', NEW.status, interval '10 seconds')
  FROM push_subscriptions s WHERE s.user_id = NEW.user_id AND s.own_orders;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.push_subscriptions_most()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.push_subscriptions'));
  DELETE FROM push_subscriptions WHERE id IN (
    SELECT s.id FROM push_subscriptions s WHERE s.user_id = NEW.user_id ORDER BY s.created_at DESC, s.id DESC OFFSET 10
  );
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.queue_changed_orders(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO webhook_deliveries (webhook_id, event, order_id)
  SELECT w.id, 'order.changed', o.id FROM orders o JOIN webhooks w ON w.is_active AND 'order.changed' = ANY (w.events)
  WHERE o.id = ANY (ids) AND o.created_at <> now()
    AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.order_id = o.id AND d.webhook_id = w.id AND d.event = 'order.changed'
      AND d.created_at = now() AND d.xmin = pg_current_xact_id()::xid)
$function$;

CREATE OR REPLACE FUNCTION public.queue_changed_products(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.queue_order_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  ids uuid[];
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE is_active AND 'order.changed' = ANY (events)) THEN
    RETURN NULL;
  END IF;
  CASE
    WHEN TG_TABLE_NAME = 'orders' THEN
      ids := ARRAY(SELECT n.id FROM new_rows n FULL JOIN old_rows o ON o.id = n.id
        WHERE (n.opened_at, n.due_day, n.user_id, n.customer_name, n.customer_email, n.customer_phone)
            IS DISTINCT FROM (o.opened_at, o.due_day, o.user_id, o.customer_name, o.customer_email, o.customer_phone)
          OR n.confirmed_at IS DISTINCT FROM o.confirmed_at AND o.confirmed_at IS NOT NULL);
    WHEN TG_OP = 'INSERT' THEN
      ids := ARRAY(SELECT DISTINCT order_id FROM new_rows);
    WHEN TG_OP = 'DELETE' THEN
      ids := ARRAY(SELECT DISTINCT order_id FROM old_rows);
    ELSE
      ids := ARRAY(SELECT DISTINCT n.order_id FROM new_rows n FULL JOIN old_rows o ON o.id = n.id WHERE n IS DISTINCT FROM o);
  END CASE;
  IF cardinality(ids) > 0 THEN
    PERFORM queue_changed_orders(ids);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.queue_order_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE is_active) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO webhook_deliveries (webhook_id, event, order_id)
    SELECT w.id, 'order.submitted', n.id FROM new_rows n JOIN webhooks w ON w.is_active AND 'order.submitted' = ANY (w.events);
  ELSE
    INSERT INTO webhook_deliveries (webhook_id, event, order_id, change)
    SELECT w.id, e.event, n.id, e.change FROM new_rows n FULL JOIN old_rows o ON o.id = n.id
    CROSS JOIN LATERAL (
      SELECT 'order.status_changed' AS event, jsonb_build_object('before', o.status, 'after', n.status) AS change WHERE n.status <> o.status
      UNION ALL
      SELECT 'order.confirmed', NULL WHERE n.confirmed_at IS NOT NULL AND o.confirmed_at IS NULL
    ) e
    JOIN webhooks w ON w.is_active AND e.event = ANY (w.events);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.queue_product_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
      ids := ARRAY(SELECT n.id FROM new_rows n FULL JOIN old_rows o ON o.id = n.id WHERE 'published' IN (n.status, o.status)
        AND (n.name, n.description, n.price, n.category_id, n.featured, n.status, n.sold_out, n.promotion_id, n.sku)
          IS DISTINCT FROM (o.name, o.description, o.price, o.category_id, o.featured, o.status, o.sold_out, o.promotion_id, o.sku));
    WHEN 'product_images INSERT' THEN
      ids := ARRAY(SELECT DISTINCT product_id FROM new_rows);
    WHEN 'product_images DELETE' THEN
      ids := ARRAY(SELECT DISTINCT product_id FROM old_rows);
    ELSE
      ids := ARRAY(SELECT DISTINCT n.product_id FROM new_rows n FULL JOIN old_rows o ON o.id = n.id WHERE n IS DISTINCT FROM o);
  END CASE;
  IF TG_TABLE_NAME = 'product_images' THEN
    ids := ARRAY(SELECT id FROM products WHERE id = ANY (ids) AND status = 'published');
  END IF;
  IF cardinality(ids) > 0 THEN
    PERFORM queue_changed_products(ids);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.record_function(of_table text, thing_kind text, id_column text, name_column text, counted text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.record_table(of_table text, thing_kind text, id_column text, name_column text, counted text[] DEFAULT '{}'::text[], operations text[] DEFAULT '{insert,update,delete}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.recount_sales()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.recount_search_words()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH gone AS (DELETE FROM search_words)
  INSERT INTO search_words (word, names, descriptions, folded)
  SELECT t.word, sum(t.names), sum(t.descriptions), true FROM products p, LATERAL (
    SELECT token AS word, 1 AS names, 0 AS descriptions FROM search_tokens(p.name_key) token
    UNION ALL SELECT token, 0, 1 FROM search_tokens(substr(p.search, length(p.name_key) + 2)) token
  ) t WHERE p.status = 'published' GROUP BY t.word
$function$;

CREATE OR REPLACE FUNCTION public.refuse_truncate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF coalesce(current_setting('app.unrecorded', true), '') NOT IN ('on', 'truncate') THEN
    RAISE EXCEPTION 'TRUNCATE of % is not recorded in the history and cannot be undone', TG_TABLE_NAME
      USING ERRCODE = 'object_not_in_prerequisite_state', HINT = 'Use DELETE, or SET app.unrecorded = ''truncate'' before it.';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.restore_order_items(steps undo_step[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  written bigint;
BEGIN
  PERFORM FROM orders WHERE id IN (SELECT s.thing_id FROM unnest(steps) s) ORDER BY id FOR UPDATE;
  INSERT INTO order_items
  SELECT r.* FROM unnest(steps) s
    JOIN changes c ON c.thing_id = s.thing_id AND c.id = s.last_id AND c.table_name = 'order_items' AND c.operation = 'delete',
    jsonb_populate_record(NULL::order_items, c.before) r
  WHERE is_admin_or_super_admin(caller()) AND EXISTS (SELECT FROM orders o WHERE o.id = r.order_id AND o.status = 'pending');
  GET DIAGNOSTICS written = ROW_COUNT;
  RETURN written;
END $function$;

CREATE OR REPLACE FUNCTION public.saved_filters_most()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.saved_filters'));
  IF (SELECT count(*) FROM saved_filters WHERE list = NEW.list AND owner_id IS NOT DISTINCT FROM NEW.owner_id AND id <> NEW.id) >= 20 THEN
    RAISE EXCEPTION 'too many saved filters' USING ERRCODE = 'check_violation', CONSTRAINT = 'saved_filters_most';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.search_level(in_column text, likes text, every text, word jsonb, known text, base integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN word->>known IS NOT NULL THEN format('WHEN %I %s THEN %s', in_column, likes, base + (word->>known)::integer)
    ELSE format('WHEN %1$I %2$s AND %1$I ~ %3$L THEN %4$s WHEN %1$I %5$s THEN CASE WHEN %1$I ~ %6$L THEN %7$s ELSE %8$s END',
      in_column, every, word->>'whole', base + 3, likes, word->>'begin', base + 2, base + 1) END
$function$;

CREATE OR REPLACE FUNCTION public.search_tokens(value text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT DISTINCT token FROM regexp_split_to_table(value, '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u20cf\u3000-\u303f]+') token
  WHERE token ~ '[^0-9]' AND length(token) <= 40
$function$;

CREATE OR REPLACE FUNCTION public.send_delivery_again(delivery uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.sessions_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM profiles WHERE id = NEW.user_id AND NOT banned FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a banned person has no session' USING ERRCODE = 'check_violation', CONSTRAINT = 'sessions_guard';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.set_caller(user_id uuid, operation text DEFAULT NULL::text, summary text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM
    set_config('app.user', coalesce(user_id || '@' || extract(epoch FROM transaction_timestamp()), ''), true),
    set_config('app.api_key', '', true),
    set_config('app.role_withheld', '', true),
    set_config('app.operation', coalesce(operation, ''), true),
    set_config('app.summary', coalesce(summary, ''), true),
    set_config('app.undo_of', '', true),
    set_config('app.change_set', '', true),
    set_config('app.change_set_at', '', true),
    set_config('app.last_shared_change', '', true),
    set_config('app.ip_address', '', true),
    set_config('app.user_agent', '', true),
    set_config('app.reason', '', true),
    set_config('app.quiet', '', true),
    set_config('aso.is_seed', '', true),
    set_config('search_path', 'public,pg_temp', true);
END $function$;

CREATE OR REPLACE FUNCTION public.set_caller(user_id uuid, operation text, summary text, api_key uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM public.set_caller(user_id, operation, summary);
  PERFORM set_config('app.api_key', coalesce(api_key::text, ''), true);
END $function$;

CREATE OR REPLACE FUNCTION public.shop_time_zone()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT coalesce((SELECT value FROM installation WHERE key = 'time_zone'), 'UTC') $function$;

CREATE OR REPLACE FUNCTION public.special_days_most()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.special_days'));
  IF (SELECT count(*) FROM special_days WHERE id <> NEW.id) >= 200 THEN
    RAISE EXCEPTION 'too many special days' USING ERRCODE = 'check_violation', CONSTRAINT = 'special_days_most';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.split_step(step undo_step, OUT parts undo_step[], OUT cut text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  key text;
  part undo_step := step;
BEGIN
  IF step.operation = 'update' AND (SELECT count(*) FROM jsonb_object_keys(step.fields)) > 1 THEN
    FOR key IN SELECT jsonb_object_keys(step.fields) LOOP
      part.fields := jsonb_build_object(key, step.fields -> key);
      parts := parts || part;
    END LOOP;
  ELSIF step.operation = 'delete' THEN
    -- Another image became the primary one; or what the row refers to is gone, and the reference may be empty.
    cut := CASE WHEN step.violated = 'product_images_one_primary' THEN 'is_primary' ELSE (
      SELECT a.attname FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE c.conname = step.violated AND c.conrelid = step.table_name::regclass AND c.contype = 'f' AND c.confdeltype = 'n') END;
    IF cut IS NOT NULL THEN
      part.fields := step.fields || jsonb_build_object(cut, CASE cut WHEN 'is_primary' THEN to_jsonb(false) END);
      parts := ARRAY[part];
    END IF;
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.staff_name(user_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email)
  FROM profiles p WHERE p.id = user_id AND is_admin_or_super_admin(caller())
$function$;

CREATE OR REPLACE FUNCTION public.staff_notes_write_author()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.standing_undo(of_set uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  -- Sets that were undone: wholly, or in part.
  gone uuid[] := '{}';
  cut uuid[] := '{}';
  one record;
  partial boolean;
  standing jsonb;
BEGIN
  -- Undos of undos come first: they decide which of the others count.
  FOR one IN
    WITH RECURSIVE undos AS (
      SELECT s.id, s.at, s.undo_of, s.undo_left, 1 AS depth FROM change_sets s WHERE s.undo_of = of_set
      UNION ALL
      SELECT s.id, s.at, s.undo_of, s.undo_left, u.depth + 1 FROM undos u JOIN change_sets s ON s.undo_of = u.id
    ) SELECT * FROM undos ORDER BY depth DESC, at DESC
  LOOP
    CONTINUE WHEN one.id = ANY (gone);
    partial := coalesce(one.undo_left, 0) > 0 OR one.id = ANY (cut);
    IF partial THEN
      cut := cut || one.undo_of;
    ELSE
      gone := gone || one.undo_of;
    END IF;
    IF one.undo_of = of_set AND (standing IS NULL OR (standing ->> 'isPartial')::boolean AND NOT partial) THEN
      standing := jsonb_build_object('id', one.id, 'isPartial', partial);
    END IF;
  END LOOP;
  RETURN standing;
END $function$;

CREATE OR REPLACE FUNCTION public.summary_of(declared text, done text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN "left"(CASE WHEN ((declared = ''::text) OR (declared ~ '\{(products|categories|promotions|slides|messages|synonyms|days|orders|users)\}'::text)) THEN (upper("left"(done, 1)) || substr(done, 2)) ELSE declared END, 300);

CREATE OR REPLACE FUNCTION public.synonyms_most()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.synonyms'));
  IF (SELECT count(*) FROM synonyms WHERE id <> NEW.id) >= 500 OR EXISTS (
    SELECT FROM unnest(NEW.words) word WHERE (SELECT count(*) FROM synonyms WHERE id <> NEW.id AND word = ANY (words)) >= 10
  ) THEN
    RAISE EXCEPTION 'too many synonyms' USING ERRCODE = 'check_violation', CONSTRAINT = 'synonyms_most';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.take_limit(limit_key text, most integer, seconds integer, OUT hits integer, OUT wait integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  stored text := left(limit_key, 200);
  began timestamptz := to_timestamp(floor(extract(epoch FROM now()) / seconds) * seconds);
  elapsed double precision := extract(epoch FROM now() - began) / seconds;
  counted integer;
  before integer;
BEGIN
  INSERT INTO limits AS l (key, window_start, hits) VALUES (stored, began, 1)
  ON CONFLICT (key, window_start) DO UPDATE SET hits = l.hits + 1
  RETURNING l.hits INTO counted;
  before := coalesce((SELECT p.hits FROM limits p
    WHERE p.key = stored AND p.window_start = began - make_interval(secs => seconds)), 0);
  hits := ceil(counted + before * (1 - elapsed));
  wait := 0;
  IF counted + before * (1 - elapsed) <= most THEN
    RETURN;
  END IF;
  UPDATE limits l SET hits = l.hits - 1 WHERE l.key = stored AND l.window_start = began;
  wait := greatest(1, ceil(seconds * CASE
    WHEN counted <= most THEN 1 - (most - counted) / before::double precision - elapsed
    ELSE 2 - (most - 1) / (counted - 1)::double precision - elapsed
  END));
END $function$;

CREATE OR REPLACE FUNCTION public.take_wait(wait_key text, seconds integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  began timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('aso.wait.' || wait_key, 0));
  SELECT max(window_start) INTO began FROM limits
  WHERE key = left(wait_key, 200) AND window_start > clock_timestamp() - make_interval(secs => seconds);
  IF began IS NOT NULL THEN
    RETURN greatest(ceil(extract(epoch FROM began - clock_timestamp()) + seconds), 1)::integer;
  END IF;
  INSERT INTO limits (key, window_start, hits) VALUES (left(wait_key, 200), clock_timestamp(), 1);
  RETURN 0;
END $function$;

CREATE OR REPLACE FUNCTION public.test_webhook(hook uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.thing_name(kind text, thing_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN CASE kind
    WHEN 'product' THEN (SELECT p.name FROM products p WHERE p.id = thing_id)
    WHEN 'slide' THEN (SELECT s.title FROM hero_slides s WHERE s.id = thing_id)
    WHEN 'order' THEN (SELECT o.order_number FROM orders o WHERE o.id = thing_id)
    WHEN 'user' THEN user_name(thing_id)
  END;
END $function$;

CREATE OR REPLACE FUNCTION public.things_phrase(kind text, number bigint, name text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (number > 1) THEN ((to_char(number, 'FM999,999,999'::text) || ' '::text) || plural_of(kind)) WHEN (kind = 'order'::text) THEN ('order '::text || COALESCE(name, ''::text)) ELSE COALESCE(name, ('one '::text || kind)) END;

CREATE OR REPLACE FUNCTION public.total_deleted_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM add_orders_to_totals(ARRAY[OLD.id], ARRAY[-1], ARRAY[(OLD.created_at AT TIME ZONE shop_time_zone())::date]);
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.total_order_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.total_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  zone CONSTANT text := shop_time_zone();
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO sales_totals (kind, day, key, orders)
    SELECT 'shop', (created_at AT TIME ZONE zone)::date AS day, '', count(*) FROM new_rows WHERE status <> 'cancelled' GROUP BY day;
  ELSE
    PERFORM add_orders_to_totals(array_agg(n.id), array_agg(side.sign), array_agg((side.created_at AT TIME ZONE zone)::date))
    FROM old_rows o FULL JOIN new_rows n USING (id),
      LATERAL (VALUES (-1, o.status, o.created_at), (1, n.status, n.created_at)) side (sign, status, created_at)
    WHERE ((o.status = 'cancelled') IS DISTINCT FROM (n.status = 'cancelled') OR o.created_at IS DISTINCT FROM n.created_at) AND side.status <> 'cancelled'
    HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.total_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM recount_sales();
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.totals_of_item(product_id uuid, promotion_code text)
 RETURNS TABLE(kind text, key text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT t.kind, t.key FROM (VALUES ('shop', ''), ('product', product_id::text), ('promotion', lower(promotion_code))) t (kind, key)
  WHERE t.key IS NOT NULL
$function$;

CREATE OR REPLACE FUNCTION public.try_undo(steps undo_step[])
 RETURNS undo_step[]
 LANGUAGE plpgsql
AS $function$
DECLARE
  refused undo_step;
BEGIN
  PERFORM apply_undo(steps);
  RETURN '{}';
EXCEPTION WHEN integrity_constraint_violation OR insufficient_privilege THEN
  IF cardinality(steps) > 1 THEN
    RETURN try_undo(steps[:cardinality(steps) / 2]) || try_undo(steps[cardinality(steps) / 2 + 1:]);
  END IF;
  refused := steps[1];
  GET STACKED DIAGNOSTICS refused.state = RETURNED_SQLSTATE, refused.violated = CONSTRAINT_NAME;
  RETURN ARRAY[refused];
END $function$;

CREATE OR REPLACE FUNCTION public.undo_change_set(of_set uuid, dry_run boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  -- Each after those it refers to.
  tables CONSTANT text[] := ARRAY['promotions', 'categories', 'products', 'product_images', 'hero_slides', 'hero_slide_images', 'contact_submissions', 'synonyms', 'special_days', 'planned_changes', 'orders', 'order_items', 'staff_notes', 'profiles'];
  undone change_sets;
  net undo_step[];
  steps undo_step[] := '{}';
  refused undo_step[] := '{}';
  again undo_step[];
  step undo_step;
  findings undo_finding[] := '{}';
  of_plan integer;
  kept uuid[];
  planned record;
  grouped record;
  made uuid;
  answer jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(of_set::text, 0));
  SELECT * INTO undone FROM change_sets WHERE id = of_set;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('app.undo_of', of_set::text, true), set_config('app.summary',
    CASE WHEN undone.summary LIKE 'Undid: %' THEN 'Redid: ' ELSE 'Undid: ' END || regexp_replace(undone.summary, '^(Undid|Redid): ', ''), true);
  -- The locks of the services, in their order: a manual order first. The files of images stay until the end.
  PERFORM pg_advisory_xact_lock_shared(hashtext('aso.ordered_images'));
  PERFORM FROM orderings WHERE CASE name WHEN 'categories' THEN 'category' ELSE 'slide' END = ANY (undone.kinds) ORDER BY name FOR UPDATE;
  net := ARRAY(SELECT n FROM net_changes(undone.at, undone.id) n);
  FOR nth IN 1 .. cardinality(tables) LOOP
    -- A product before its images, as an upload, so that both together do not add more than it may have. All in one
    -- order with those that are changed.
    IF tables[nth] = 'products' AND EXISTS (SELECT FROM unnest(net) n WHERE n.table_name = 'product_images') THEN
      PERFORM FROM products WHERE id IN (SELECT n.thing_id FROM unnest(net) n WHERE n.table_name IN ('products', 'product_images'))
      ORDER BY id FOR NO KEY UPDATE;
    END IF;
    CONTINUE WHEN NOT EXISTS (SELECT FROM unnest(net) n WHERE n.table_name = tables[nth]);
    SELECT p.steps, p.findings INTO planned FROM plan_undo(tables[nth], ARRAY(SELECT n FROM unnest(net) n WHERE n.table_name = tables[nth])) p;
    IF undone.at < now() - interval '30 days' THEN
      SELECT p.steps, planned.findings || p.findings AS findings INTO planned FROM leave_deleted_files(planned.steps) p;
    END IF;
    steps := steps || planned.steps;
    findings := findings || planned.findings;
  END LOOP;
  of_plan := cardinality(findings);
  LOOP
    BEGIN
      -- Parents before children, changed rows before those that return. Inserted rows go last, when nothing refers to them.
      FOR grouped IN
        SELECT array_agg(s ORDER BY s.row_id) AS steps FROM unnest(steps) s, LATERAL (
          SELECT array_position(tables, s.table_name) AS place,
            CASE WHEN s.operation <> 'insert' THEN ARRAY(SELECT jsonb_object_keys(s.fields)) END AS keys) g
        GROUP BY s.operation, g.place, g.keys
        ORDER BY s.operation = 'insert', CASE s.operation WHEN 'insert' THEN -g.place ELSE g.place END, s.operation DESC
      LOOP
        refused := refused || try_undo(grouped.steps);
      END LOOP;
      WHILE cardinality(refused) > 0 LOOP
        -- Another step may have made room since: the row that had a unique value is gone.
        again := '{}';
        FOREACH step IN ARRAY refused LOOP
          again := again || try_undo(ARRAY[step]);
        END LOOP;
        IF cardinality(again) < cardinality(refused) THEN
          refused := again;
          CONTINUE;
        END IF;
        -- Some go on in parts; the others are given up only when none does, for they may need what those write.
        refused := '{}';
        FOREACH step IN ARRAY again LOOP
          SELECT p.parts, p.cut INTO planned FROM split_step(step) p;
          refused := refused || planned.parts;
          IF planned.cut IS NOT NULL THEN
            findings := findings || (step, planned.cut, CASE step.state WHEN '23505' THEN 'taken' ELSE 'missing' END)::undo_finding;
          END IF;
        END LOOP;
        IF cardinality(refused) > 0 THEN
          FOREACH step IN ARRAY again LOOP
            CONTINUE WHEN EXISTS (SELECT FROM unnest(refused) r WHERE (r.table_name, r.row_id) = (step.table_name, step.row_id));
            refused := refused || step;
          END LOOP;
        ELSE
          FOREACH step IN ARRAY again LOOP
            findings := findings || (step, CASE step.operation WHEN 'update' THEN (SELECT jsonb_object_keys(step.fields)) END,
              CASE step.state WHEN '23505' THEN 'taken' WHEN '23503' THEN 'missing' WHEN '23001' THEN 'in_use' WHEN '42501' THEN 'not_allowed' ELSE 'refused' END)::undo_finding;
          END LOOP;
        END IF;
      END LOOP;
      -- An image stays the primary one where no other becomes it again. From the start, so that the history has no
      -- change of it.
      kept := ARRAY(SELECT i.id FROM unnest(steps) s JOIN product_images i ON i.id = s.row_id
        WHERE s.table_name = 'product_images' AND s.operation = 'update' AND s.fields -> 'is_primary' = 'false'
          AND NOT EXISTS (SELECT FROM product_images p WHERE p.product_id = i.product_id AND p.is_primary));
      IF cardinality(kept) > 0 THEN
        RAISE EXCEPTION 'begins again' USING ERRCODE = 'P0NEW';
      END IF;
      -- A product with images has a primary one: the first, as when an image is deleted.
      UPDATE product_images SET is_primary = true WHERE id IN (
        SELECT DISTINCT ON (i.product_id) i.id FROM product_images i
        WHERE i.product_id IN (SELECT s.thing_id FROM unnest(steps) s WHERE s.table_name = 'product_images')
          AND NOT EXISTS (SELECT FROM product_images p WHERE p.product_id = i.product_id AND p.is_primary)
        ORDER BY i.product_id, i.display_order, i.id);
      made := current_change_set();
      INSERT INTO order_events (id, order_id, kind, actor_id, created_at, detail)
      SELECT gen_random_uuid(), c.thing_id,
        CASE WHEN c.table_name = 'orders' THEN 'status' ELSE CASE c.operation WHEN 'update' THEN 'note' WHEN 'insert' THEN 'item_restored' ELSE 'item_removed' END END,
        caller(), clock_timestamp(),
        CASE WHEN c.table_name = 'orders' THEN jsonb_build_object('before', c.before ->> 'status', 'after', c.after ->> 'status')
          WHEN c.operation = 'update' THEN jsonb_build_object('item', (SELECT i.product_name FROM order_items i WHERE i.id = c.row_id), 'itemId', c.row_id,
            'before', coalesce(c.before ->> 'note', ''), 'after', coalesce(c.after ->> 'note', ''))
          ELSE (SELECT jsonb_build_object('item', r ->> 'product_name', 'itemId', c.row_id, 'price', (r ->> 'product_price')::numeric(12, 2)::text, 'note', coalesce(r ->> 'note', ''))
            FROM coalesce(c.after, c.before) r) END
      FROM changes c WHERE c.at = now() AND c.set_id = made AND (c.table_name = 'order_items' OR c.table_name = 'orders' AND c.after ? 'status');
      answer := jsonb_build_object('set', made,
        'rows', (SELECT count(DISTINCT c.row_id) FROM changes c WHERE c.at = now() AND c.set_id = made),
        'left', set_config('app.undo_left', cardinality(findings)::text, true)::integer,
        'findings', (SELECT coalesce(jsonb_agg(finding_json(f, undone.at)), '[]') FROM unnest(findings[:100]) f),
        'orders', (SELECT coalesce(jsonb_agg(DISTINCT c.thing_id), '[]') FROM changes c WHERE c.at = now() AND c.set_id = made AND c.table_name = 'order_items'));
      IF dry_run THEN
        RAISE EXCEPTION 'rolled back' USING ERRCODE = 'P0DRY';
      END IF;
    EXCEPTION WHEN SQLSTATE 'P0NEW' THEN
      findings := findings[:of_plan];
      FOR nth IN 1 .. cardinality(steps) LOOP
        IF steps[nth].row_id = ANY (kept) THEN
          steps[nth].fields := steps[nth].fields - 'is_primary';
        END IF;
      END LOOP;
      CONTINUE;
    WHEN SQLSTATE 'P0DRY' THEN
      answer := answer || '{"set": null}';
    END;
    RETURN answer;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.user_name(user_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email) FROM profiles p WHERE p.id = user_id $function$;

CREATE OR REPLACE FUNCTION public.wake_new_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM wake_webhook(hook) FROM (SELECT DISTINCT webhook_id AS hook FROM new_rows) made;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.wake_switched_on()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM wake_webhook(NEW.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.wake_webhook(hook uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF to_regclass('pgboss.queue') IS NULL THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM pgboss.queue WHERE name = 'webhook') THEN
    PERFORM insert_job('webhook', jsonb_build_object('webhook', hook), md5('webhook ' || hook || ' ' || pg_current_xact_id())::uuid);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.wake_webhooks()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT wake_webhook(w.id) FROM webhooks w
  WHERE w.is_active AND coalesce(w.busy_until, '-infinity') < now()
    AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.next_attempt_at <= now())
$function$;

CREATE OR REPLACE FUNCTION public.webhooks_most()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.webhooks'));
  IF (SELECT count(*) FROM webhooks) >= 20 THEN
    RAISE EXCEPTION 'too many webhooks' USING ERRCODE = 'check_violation', CONSTRAINT = 'webhooks_most';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.webhooks_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.withhold_role()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM set_config('app.role_withheld', 'on', true);
END $function$;

CREATE OR REPLACE FUNCTION public.words_of_product(name_key text, search text)
 RETURNS TABLE(word text, names integer, descriptions integer)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT token, 1, 0 FROM search_tokens(name_key) token
  UNION ALL SELECT token, 0, 1 FROM search_tokens(substr(search, length(name_key) + 2)) token
$function$;

CREATE OR REPLACE FUNCTION public.write_agent_session(action text, session_kind text, session_id uuid, items uuid[], from_cart uuid, request_key text, request_hash text)
 RETURNS TABLE(outcome text, id uuid, product_ids uuid[], canceled boolean, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  request agent_requests;
  session agent_sessions;
BEGIN
  IF request_key IS NOT NULL THEN
    -- Waits for a request with the same key that is in progress.
    INSERT INTO agent_requests (key, body_hash, expires_at)
    VALUES (request_key, request_hash, now() + interval '1 day')
    ON CONFLICT (key) DO NOTHING RETURNING * INTO request;
    IF request.key IS NULL THEN
      SELECT * INTO request FROM agent_requests r WHERE r.key = request_key;
      IF request.body_hash <> request_hash THEN
        RETURN QUERY SELECT 'conflict', NULL::uuid, NULL::uuid[], NULL::boolean, NULL::timestamptz;
        RETURN;
      END IF;
      SELECT * INTO session FROM agent_sessions s WHERE s.id = request.session_id AND s.expires_at > now();
      RETURN QUERY SELECT CASE WHEN session.id IS NULL THEN 'missing' ELSE 'replayed' END, session.id,
        session.product_ids, session.canceled, session.expires_at;
      RETURN;
    END IF;
  END IF;
  IF action = 'create' THEN
    INSERT INTO agent_sessions (kind, product_ids, cart_id, expires_at)
    VALUES (session_kind, items, from_cart, now() + interval '1 day')
    ON CONFLICT (cart_id) WHERE NOT canceled
      DO UPDATE SET product_ids = excluded.product_ids, expires_at = excluded.expires_at
    RETURNING * INTO session;
  ELSE
    UPDATE agent_sessions s SET product_ids = coalesce(items, s.product_ids), canceled = (action = 'cancel'),
      expires_at = now() + interval '1 day'
    WHERE s.id = session_id AND s.kind = session_kind AND NOT s.canceled AND s.expires_at > now()
    RETURNING * INTO session;
  END IF;
  IF session.id IS NULL THEN
    DELETE FROM agent_requests r WHERE r.key = request_key;
    RETURN QUERY SELECT 'missing', NULL::uuid, NULL::uuid[], NULL::boolean, NULL::timestamptz;
    RETURN;
  END IF;
  UPDATE agent_requests r SET session_id = session.id WHERE r.key = request_key;
  -- At most so many rows: the oldest leave.
  DELETE FROM agent_sessions s WHERE s.number <= session.number - 50000;
  DELETE FROM agent_requests r WHERE r.number <= request.number - 50000;
  RETURN QUERY SELECT 'written', session.id, session.product_ids, session.canceled, session.expires_at;
END $function$;

CREATE OR REPLACE FUNCTION public.write_change_set(set_at timestamp with time zone, set_id uuid, is_there boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  whole record;
  declared text := coalesce(current_setting('app.summary', true), '');
  one record;
  made text;
  former change_sets;
  missing text;
BEGIN
  -- Names are compared as bytes: their order does not matter.
  WITH things AS MATERIALIZED (
    SELECT min(c.kind COLLATE "C") AS kind, max(c.thing COLLATE "C") AS name, count(*) AS row_count,
      -- A deleted image changes its product. Of two operations on the thing itself the first by name counts.
      coalesce(min(c.operation COLLATE "C") FILTER (WHERE c.row_id = c.thing_id), 'update') AS operation
    FROM changes c WHERE c.at = set_at AND c.set_id = write_change_set.set_id GROUP BY c.thing_id
  ), by_operation AS (
    SELECT p.operation, string_agg(p.phrase, ' and ' ORDER BY p.kind) AS phrase
    FROM (SELECT t.operation, t.kind, things_phrase(t.kind, count(*), max(t.name)) AS phrase FROM things t GROUP BY t.operation, t.kind) p
    GROUP BY p.operation
  ) SELECT
    (SELECT array_agg(DISTINCT t.kind ORDER BY t.kind) FROM things t) AS kinds,
    (SELECT sum(t.row_count) FROM things t) AS row_count,
    (SELECT string_agg(change_verb(o.operation) || o.phrase, ', ' ORDER BY o.operation) FROM by_operation o) AS done,
    (SELECT jsonb_object_agg(p.kind, p.phrase) FROM (SELECT t.kind, things_phrase(t.kind, count(*), max(t.name)) AS phrase FROM things t GROUP BY t.kind) p) AS phrases
  INTO whole;
  FOR one IN SELECT key, value FROM jsonb_each_text(whole.phrases) LOOP
    declared := replace(declared, '{' || plural_of(one.key) || '}', one.value);
  END LOOP;
  made := summary_of(declared, whole.done);
  IF NOT is_there THEN
    INSERT INTO change_sets (id, actor_id, actor_name, operation, summary, undo_of, kinds, row_count, search)
    VALUES (set_id, caller(), actor_name(), left(nullif(current_setting('app.operation', true), ''), 100), made,
      nullif(current_setting('app.undo_of', true), '')::uuid, whole.kinds, whole.row_count, fold(concat_ws(' ', made, names_of_set(set_at, set_id))));
    RETURN;
  END IF;
  SELECT * INTO former FROM change_sets o WHERE o.at = set_at AND o.id = write_change_set.set_id;
  -- Joined by another operation, it keeps its summary.
  IF (former.operation = current_setting('app.operation', true)) IS NOT TRUE THEN
    made := former.summary;
  END IF;
  IF former.row_count <= 200 OR 'user' = ANY (whole.kinds) THEN
    UPDATE change_sets s SET kinds = whole.kinds, row_count = whole.row_count, summary = made,
      search = fold(concat_ws(' ', made, names_of_set(set_at, write_change_set.set_id)))
    WHERE s.at = set_at AND s.id = write_change_set.set_id;
  ELSE
    -- The text of a large set is long, and most of those that join it bring no word that it does not have: a text that is not
    -- written is not indexed. Each new thing changes the number in the summary, of which the text keeps the one it had.
    missing := missing_words(fold(concat_ws(' ', regexp_replace(made, '[0-9,]+', '', 'g'),
      names_of_set(set_at, write_change_set.set_id, last_shared_change()))), former.search);
    UPDATE change_sets s SET kinds = whole.kinds, row_count = whole.row_count, summary = made,
      search = CASE WHEN missing IS NULL THEN s.search ELSE concat_ws(' ', s.search, missing) END
    WHERE s.at = set_at AND s.id = write_change_set.set_id;
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION preview.day()
 RETURNS date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  parts text[] := regexp_match(current_setting('app.preview', true), '^(\d{4}-\d\d-\d\d)\.(\d{1,11})\.([\w-]{43})$');
  signing preview.signing_key;
BEGIN
  SELECT * INTO signing FROM preview.signing_key;
  IF parts IS NULL OR signing IS NULL OR to_timestamp(parts[2]::bigint) < now() - interval '1 minute'
    OR parts[3] <> rtrim(translate(encode(sha256(signing.outer_key || sha256(signing.inner_key
      || convert_to(parts[1] || '.' || parts[2], 'UTF8'))), 'base64'), '+/', '-_'), '=') THEN
    RETURN NULL;
  END IF;
  RETURN parts[1]::date;
END $function$;

CREATE OR REPLACE FUNCTION preview.enter(link text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM set_config('app.preview', link, true);
  IF preview.day() IS NULL THEN
    RAISE EXCEPTION 'the preview link is not valid' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION preview.find_published(words jsonb, each_word boolean, scope text, whole_words boolean, in_order text, ranked boolean, walk integer, most integer, in_categories uuid[], in_promotion uuid, is_featured boolean, other_than uuid[])
 RETURNS TABLE(id uuid, levels smallint[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'preview', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_bitmapscan TO 'on'
AS $function$
DECLARE
  word jsonb;
  likes text;
  every text;
  cats text;
  whole_cats text;
  in_text text;
  in_column text := CASE scope WHEN 'all' THEN 'search' ELSE 'name_key' END;
  finds text[] := '{}';
  excludes text := '';
  all_levels text[] := '{}';
  filters text := '';
  place text := '';
  sorted CONSTANT text := CASE in_order
    WHEN 'most-liked' THEN 'likes DESC, created_at DESC, id DESC' WHEN 'newest' THEN 'created_at DESC, id DESC'
    WHEN 'price-low' THEN 'price, id' WHEN 'price-high' THEN 'price DESC, id DESC'
    WHEN 'name-asc' THEN 'name_key, id' WHEN 'name-desc' THEN 'name_key DESC, id DESC'
    WHEN 'category' THEN 'category_id, created_at DESC, id DESC' ELSE 'featured DESC, created_at DESC, id DESC' END;
  shown text;
BEGIN
  FOR word IN SELECT value FROM jsonb_array_elements(words) LOOP
    likes := format('LIKE ANY (%L::text[])', ARRAY(SELECT jsonb_array_elements_text(word->'contains')));
    every := format('LIKE ANY (%L::text[])', ARRAY(SELECT jsonb_array_elements_text((word->'contains') || (word->'also'))));
    cats := format('category_id = ANY (%L::uuid[])', ARRAY(SELECT jsonb_array_elements_text(word->'categories')));
    whole_cats := format('category_id = ANY (%L::uuid[])', ARRAY(SELECT jsonb_array_elements_text(word->'wholeCategories')));
    all_levels := all_levels || format('CASE %s %s WHEN %s THEN 6 WHEN %s THEN 4 %s ELSE 0 END',
      CASE WHEN jsonb_array_length(word->'wholeCategories') = 0 THEN ''
        ELSE format('WHEN %s THEN CASE %s ELSE 6 END', whole_cats, search_level('name_key', likes, every, word, 'nameLevel', 9)) END,
      search_level('name_key', likes, every, word, 'nameLevel', 6), whole_cats, cats, search_level('search', likes, every, word, 'descriptionLevel', 0));
    IF word->>'role' = 'find' THEN
      in_text := CASE WHEN whole_words THEN format('%1$I %2$s AND %1$I ~ %3$L', in_column, every, word->>'whole')
        WHEN jsonb_array_length(word->'also') = 0 THEN format('%I %s', in_column, likes)
        ELSE format('(%1$I %2$s OR %1$I %3$s AND %1$I ~ %4$L)', in_column, likes, every, word->>'whole') END;
      IF (word->'isScanned')::boolean THEN
        PERFORM set_config('enable_seqscan', 'on', true), set_config('enable_bitmapscan', 'off', true);
      END IF;
      IF walk IS NULL AND word->>'short' IS NOT NULL THEN
        in_text := format('(search LIKE ANY (%L::text[])%s) AND (%s) IS TRUE', ARRAY(SELECT jsonb_array_elements_text(word->'short'->'contains')),
          ' OR search ~ ' || quote_literal(word->'short'->>'whole'), in_text);
      END IF;
      finds := finds || CASE WHEN scope = 'name' OR jsonb_array_length(word->'categories') = 0 THEN format('(%s)', in_text)
        ELSE format('(%s OR %s)', in_text, CASE WHEN whole_words THEN whole_cats ELSE cats END) END;
    ELSIF word->>'role' = 'exclude' THEN
      excludes := excludes || format(' AND (search %s) IS NOT TRUE AND (search %s AND search ~ %L) IS NOT TRUE AND (%s) IS NOT TRUE',
        likes, every, word->>'whole', cats);
    END IF;
  END LOOP;
  -- A category or a promotion has indexes of its own in each order.
  IF cardinality(in_categories) = 1 THEN
    place := place || format(' AND category_id = %L', in_categories[1]);
  ELSIF in_categories IS NOT NULL THEN
    filters := filters || format(' AND category_id = ANY (%L::uuid[])', in_categories);
  END IF;
  IF in_promotion IS NOT NULL THEN
    place := place || format(' AND promotion_id = %L', in_promotion);
  END IF;
  IF is_featured IS NOT NULL THEN
    filters := filters || format(' AND featured = %L', is_featured);
  END IF;
  IF cardinality(other_than) > 0 THEN
    filters := filters || format(' AND id <> ALL (%L::uuid[])', other_than);
  END IF;
  filters := format('(%s)', array_to_string(finds, CASE WHEN each_word THEN ' AND ' ELSE ' OR ' END)) || filters || excludes;
  shown := CASE WHEN NOT ranked THEN '''{}''' ELSE format('ARRAY[%s]', array_to_string(all_levels, ', ')) END;
  IF walk IS NULL AND ranked THEN
    RETURN QUERY EXECUTE format('SELECT id, %s::smallint[] FROM (
        SELECT id, name_key, search, category_id, featured, created_at, likes, price FROM products WHERE status = ''published''%s AND %s LIMIT %s
      ) found ORDER BY %s', shown, place, filters, most, sorted);
  ELSIF walk IS NULL THEN
    RETURN QUERY EXECUTE format('SELECT id, %s::smallint[] FROM products WHERE status = ''published''%s AND %s%s LIMIT %s',
      shown, place, filters, ' ORDER BY ' || CASE WHEN in_order IS NOT NULL THEN sorted END, most);
  ELSE
    PERFORM set_config('enable_indexscan', 'on', true);
    RETURN QUERY EXECUTE format('SELECT id, %s::smallint[] FROM (
        SELECT id, name_key, search, category_id, featured, created_at, likes, price FROM products WHERE status = ''published''%s ORDER BY %s LIMIT %s
      ) walked WHERE %s ORDER BY %3$s LIMIT %6$s',
      shown, place, sorted, walk, filters, most);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION preview.product_total()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$SELECT count(*) FROM preview.products$function$;

CREATE OR REPLACE FUNCTION preview.sees_product(product uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM preview.products WHERE id = product);
END $function$;

CREATE TRIGGER api_keys_most BEFORE INSERT ON public.api_keys FOR EACH ROW WHEN ((CURRENT_USER = 'aso_web'::name)) EXECUTE FUNCTION api_keys_most();
CREATE TRIGGER note_api_key AFTER INSERT ON public.api_keys FOR EACH ROW EXECUTE FUNCTION note_api_key();
CREATE TRIGGER note_api_key_revoked AFTER UPDATE OF revoked_at ON public.api_keys FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION note_api_key();
CREATE TRIGGER categories_no_cycle AFTER INSERT OR UPDATE OF parent_id ON public.categories FOR EACH ROW EXECUTE FUNCTION categories_no_cycle();
CREATE TRIGGER end_demo BEFORE UPDATE OF name, description, parent_id, is_active, image_url ON public.categories FOR EACH ROW WHEN ((old.is_demo AND (((((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description)) OR (old.parent_id IS DISTINCT FROM new.parent_id)) OR (old.is_active IS DISTINCT FROM new.is_active)) OR (old.image_url IS DISTINCT FROM new.image_url)))) EXECUTE FUNCTION end_demo();
CREATE TRIGGER keep_old_slug AFTER INSERT OR UPDATE OF slug ON public.categories FOR EACH ROW EXECUTE FUNCTION keep_old_slug();
CREATE TRIGGER mark_edited BEFORE UPDATE OF name, description, parent_id, is_active ON public.categories FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description)) OR (old.parent_id IS DISTINCT FROM new.parent_id)) OR (old.is_active IS DISTINCT FROM new.is_active))) EXECUTE FUNCTION mark_edited();
CREATE TRIGGER mark_switched BEFORE UPDATE OF is_active ON public.categories FOR EACH ROW WHEN ((old.is_active <> new.is_active)) EXECUTE FUNCTION mark_switched();
CREATE TRIGGER move_ordering AFTER INSERT OR DELETE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION move_ordering();
CREATE TRIGGER move_ordering_moved AFTER UPDATE OF display_order, parent_id ON public.categories FOR EACH ROW WHEN (((old.display_order IS DISTINCT FROM new.display_order) OR (old.parent_id IS DISTINCT FROM new.parent_id))) EXECUTE FUNCTION move_ordering();
CREATE TRIGGER notify_delete AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_truncate AFTER TRUNCATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER record_delete AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_categories('category', 'id', 'name', '{}');
CREATE TRIGGER record_insert AFTER INSERT ON public.categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_categories('category', 'id', 'name', '{}');
CREATE TRIGGER record_update AFTER UPDATE ON public.categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_categories('category', 'id', 'name', '{}');
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE CONSTRAINT TRIGGER finish_change_set AFTER INSERT ON public.changes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new."position" = 1)) EXECUTE FUNCTION finish_change_set();
CREATE TRIGGER count_delete AFTER DELETE ON public.contact_submissions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_contact_submissions();
CREATE TRIGGER count_insert AFTER INSERT ON public.contact_submissions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_contact_submissions();
CREATE TRIGGER count_truncate AFTER TRUNCATE ON public.contact_submissions FOR EACH STATEMENT EXECUTE FUNCTION count_contact_submissions();
CREATE TRIGGER count_update AFTER UPDATE ON public.contact_submissions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_contact_submissions();
CREATE TRIGGER notify_delete AFTER DELETE ON public.contact_submissions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.contact_submissions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_truncate AFTER TRUNCATE ON public.contact_submissions FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.contact_submissions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER record_update AFTER UPDATE ON public.contact_submissions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((current_setting('app.operation'::text, true) IS DISTINCT FROM 'contact.openMessage'::text)) EXECUTE FUNCTION history.record_contact_submissions('message', 'id', '', '{read_at}');
CREATE TRIGGER end_demo AFTER INSERT OR DELETE OR UPDATE OF image_url ON public.hero_slide_images FOR EACH ROW EXECUTE FUNCTION end_demo_by_image();
CREATE TRIGGER notify_delete AFTER DELETE ON public.hero_slide_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('slide_id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.hero_slide_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('slide_id');
CREATE TRIGGER notify_truncate AFTER TRUNCATE ON public.hero_slide_images FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('slide_id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.hero_slide_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('slide_id');
CREATE TRIGGER record_delete AFTER DELETE ON public.hero_slide_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_hero_slide_images('slide', 'slide_id', '', '{}');
CREATE TRIGGER record_insert AFTER INSERT ON public.hero_slide_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_hero_slide_images('slide', 'slide_id', '', '{}');
CREATE TRIGGER record_update AFTER UPDATE ON public.hero_slide_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_hero_slide_images('slide', 'slide_id', '', '{}');
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.hero_slide_images FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER end_demo BEFORE UPDATE OF title, description, button_text, button_link, title_animation, description_animation, is_active ON public.hero_slides FOR EACH ROW WHEN ((old.is_demo AND (((((((old.title IS DISTINCT FROM new.title) OR (old.description IS DISTINCT FROM new.description)) OR (old.button_text IS DISTINCT FROM new.button_text)) OR (old.button_link IS DISTINCT FROM new.button_link)) OR (old.title_animation IS DISTINCT FROM new.title_animation)) OR (old.description_animation IS DISTINCT FROM new.description_animation)) OR (old.is_active IS DISTINCT FROM new.is_active)))) EXECUTE FUNCTION end_demo();
CREATE TRIGGER mark_edited BEFORE UPDATE OF title, description, button_text, button_link, title_animation, description_animation, display_order, is_active ON public.hero_slides FOR EACH ROW WHEN (((((((((old.title IS DISTINCT FROM new.title) OR (old.description IS DISTINCT FROM new.description)) OR (old.button_text IS DISTINCT FROM new.button_text)) OR (old.button_link IS DISTINCT FROM new.button_link)) OR (old.title_animation IS DISTINCT FROM new.title_animation)) OR (old.description_animation IS DISTINCT FROM new.description_animation)) OR (old.display_order IS DISTINCT FROM new.display_order)) OR (old.is_active IS DISTINCT FROM new.is_active))) EXECUTE FUNCTION mark_edited();
CREATE TRIGGER mark_switched BEFORE UPDATE OF is_active ON public.hero_slides FOR EACH ROW WHEN ((old.is_active <> new.is_active)) EXECUTE FUNCTION mark_switched();
CREATE TRIGGER move_ordering AFTER INSERT OR DELETE ON public.hero_slides FOR EACH STATEMENT EXECUTE FUNCTION move_ordering();
CREATE TRIGGER move_ordering_moved AFTER UPDATE OF display_order ON public.hero_slides FOR EACH ROW WHEN ((old.display_order <> new.display_order)) EXECUTE FUNCTION move_ordering();
CREATE TRIGGER notify_delete AFTER DELETE ON public.hero_slides REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.hero_slides REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_truncate AFTER TRUNCATE ON public.hero_slides FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.hero_slides REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER record_delete AFTER DELETE ON public.hero_slides REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_hero_slides('slide', 'id', 'title', '{}');
CREATE TRIGGER record_insert AFTER INSERT ON public.hero_slides REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_hero_slides('slide', 'id', 'title', '{}');
CREATE TRIGGER record_update AFTER UPDATE ON public.hero_slides REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_hero_slides('slide', 'id', 'title', '{}');
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.hero_slides FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER order_events_write_actor BEFORE INSERT ON public.order_events FOR EACH ROW WHEN ((CURRENT_USER = 'aso_web'::name)) EXECUTE FUNCTION order_events_write_actor();
CREATE TRIGGER notify_delete AFTER DELETE ON public.order_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('order_id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.order_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('order_id');
CREATE TRIGGER notify_truncate AFTER TRUNCATE ON public.order_items FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('order_id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.order_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('order_id');
CREATE TRIGGER order_items_guard BEFORE DELETE ON public.order_items FOR EACH ROW WHEN ((CURRENT_USER = 'aso_web'::name)) EXECUTE FUNCTION order_items_guard();
CREATE TRIGGER order_items_match_product BEFORE INSERT ON public.order_items FOR EACH ROW WHEN (((SESSION_USER = 'aso_web'::name) AND (CURRENT_USER = 'aso_web'::name))) EXECUTE FUNCTION order_items_match_product();
CREATE TRIGGER queue_delete AFTER DELETE ON public.order_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_order_changes();
CREATE TRIGGER queue_insert AFTER INSERT ON public.order_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_order_changes();
CREATE TRIGGER queue_update AFTER UPDATE ON public.order_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_order_changes();
CREATE TRIGGER record_delete AFTER DELETE ON public.order_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_order_items('order', 'order_id', '', '{note}');
CREATE TRIGGER record_insert AFTER INSERT ON public.order_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_order_items('order', 'order_id', '', '{note}');
CREATE TRIGGER record_update AFTER UPDATE ON public.order_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_order_items('order', 'order_id', '', '{note}');
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.order_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER total_delete AFTER DELETE ON public.order_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION total_order_items();
CREATE TRIGGER total_insert AFTER INSERT ON public.order_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION total_order_items();
CREATE TRIGGER total_truncate AFTER TRUNCATE ON public.order_items FOR EACH STATEMENT EXECUTE FUNCTION total_truncated();
CREATE TRIGGER total_update AFTER UPDATE ON public.order_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION total_order_items();
CREATE TRIGGER count_delete AFTER DELETE ON public.orders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER count_insert AFTER INSERT ON public.orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER count_truncate AFTER TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER count_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER notify_delete AFTER DELETE ON public.orders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_truncate AFTER TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER orders_guard BEFORE UPDATE OF status, due_day, confirmed_at ON public.orders FOR EACH ROW EXECUTE FUNCTION orders_guard();
CREATE TRIGGER orders_guard_link BEFORE INSERT OR UPDATE OF whatsapp_link ON public.orders FOR EACH ROW WHEN (((CURRENT_USER = 'aso_web'::name) AND (new.whatsapp_link IS NOT NULL))) EXECUTE FUNCTION orders_guard_link();
CREATE TRIGGER orders_keep_past_message AFTER UPDATE OF whatsapp_link ON public.orders FOR EACH ROW WHEN (((old.whatsapp_link IS NOT NULL) AND (old.whatsapp_link IS DISTINCT FROM new.whatsapp_link))) EXECUTE FUNCTION keep_past_message();
CREATE TRIGGER orders_write_customer BEFORE INSERT ON public.orders FOR EACH ROW WHEN ((CURRENT_USER = 'aso_web'::name)) EXECUTE FUNCTION orders_write_customer();
CREATE TRIGGER push_new_order AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION push_new_order();
CREATE TRIGGER push_order_status AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status = ANY (ARRAY['processing'::text, 'completed'::text])))) EXECUTE FUNCTION push_order_status();
CREATE TRIGGER queue_changes AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_order_changes();
CREATE TRIGGER queue_insert AFTER INSERT ON public.orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_order_events();
CREATE TRIGGER queue_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_order_events();
CREATE TRIGGER record_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_orders('order', 'id', 'order_number', '{status,due_day,confirmed_at}');
CREATE TRIGGER total_delete BEFORE DELETE ON public.orders FOR EACH ROW WHEN ((old.status <> 'cancelled'::text)) EXECUTE FUNCTION total_deleted_order();
CREATE TRIGGER total_insert AFTER INSERT ON public.orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION total_orders();
CREATE TRIGGER total_truncate AFTER TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION total_truncated();
CREATE TRIGGER total_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION total_orders();
CREATE TRIGGER passkeys_guard BEFORE INSERT ON public.passkeys FOR EACH ROW EXECUTE FUNCTION passkeys_guard();
CREATE TRIGGER notify_delete AFTER DELETE ON public.planned_changes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.planned_changes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.planned_changes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER planned_changes_guard BEFORE INSERT OR UPDATE ON public.planned_changes FOR EACH ROW WHEN ((CURRENT_USER = 'aso_web'::name)) EXECUTE FUNCTION planned_changes_guard();
CREATE TRIGGER record_delete AFTER DELETE ON public.planned_changes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_planned_changes('', 'thing_id', '', '{}');
CREATE TRIGGER record_insert AFTER INSERT ON public.planned_changes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_planned_changes('', 'thing_id', '', '{}');
CREATE TRIGGER record_update AFTER UPDATE ON public.planned_changes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_planned_changes('', 'thing_id', '', '{}');
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.planned_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER end_demo AFTER INSERT OR DELETE OR UPDATE OF image_url, is_primary ON public.product_images FOR EACH ROW EXECUTE FUNCTION end_demo_by_image();
CREATE TRIGGER notify_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('product_id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('product_id');
CREATE TRIGGER notify_truncate AFTER TRUNCATE ON public.product_images FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('product_id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.product_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('product_id');
CREATE CONSTRAINT TRIGGER product_images_have_primary AFTER INSERT OR DELETE OR UPDATE OF is_primary, product_id ON public.product_images DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION product_images_have_primary();
CREATE TRIGGER queue_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_product_events();
CREATE TRIGGER queue_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_product_events();
CREATE TRIGGER queue_update AFTER UPDATE ON public.product_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_product_events();
CREATE TRIGGER record_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_product_images('product', 'product_id', '', '{}');
CREATE TRIGGER record_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_product_images('product', 'product_id', '', '{}');
CREATE TRIGGER record_update AFTER UPDATE ON public.product_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_product_images('product', 'product_id', '', '{}');
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.product_images FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER count_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_products();
CREATE TRIGGER count_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_products();
CREATE TRIGGER count_truncate AFTER TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION count_products();
CREATE TRIGGER count_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_products();
CREATE TRIGGER end_demo BEFORE UPDATE OF name, description, price, category_id, featured, promotion_id, status, sold_out ON public.products FOR EACH ROW WHEN ((old.is_demo AND ((((((((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description)) OR (old.price IS DISTINCT FROM new.price)) OR (old.category_id IS DISTINCT FROM new.category_id)) OR (old.featured IS DISTINCT FROM new.featured)) OR (old.status IS DISTINCT FROM new.status)) OR (old.sold_out IS DISTINCT FROM new.sold_out)) OR ((new.promotion_id IS NOT NULL) AND (new.promotion_id IS DISTINCT FROM old.promotion_id))))) EXECUTE FUNCTION end_demo();
CREATE TRIGGER end_demo_sku BEFORE UPDATE OF sku ON public.products FOR EACH ROW WHEN ((old.is_demo AND (old.sku IS DISTINCT FROM new.sku))) EXECUTE FUNCTION end_demo();
CREATE TRIGGER mark_edited BEFORE UPDATE OF name, description, price, category_id, featured, status, sold_out ON public.products FOR EACH ROW WHEN ((((((((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description)) OR (old.price IS DISTINCT FROM new.price)) OR (old.category_id IS DISTINCT FROM new.category_id)) OR (old.featured IS DISTINCT FROM new.featured)) OR (old.status IS DISTINCT FROM new.status)) OR (old.sold_out IS DISTINCT FROM new.sold_out))) EXECUTE FUNCTION mark_edited();
CREATE TRIGGER mark_edited_sku BEFORE UPDATE OF sku ON public.products FOR EACH ROW WHEN ((old.sku IS DISTINCT FROM new.sku)) EXECUTE FUNCTION mark_edited();
CREATE TRIGGER mark_switched BEFORE UPDATE OF featured, status, sold_out ON public.products FOR EACH ROW WHEN ((((old.featured IS DISTINCT FROM new.featured) OR (old.status IS DISTINCT FROM new.status)) OR (old.sold_out IS DISTINCT FROM new.sold_out))) EXECUTE FUNCTION mark_switched();
CREATE TRIGGER notify_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_truncate AFTER TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER queue_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_product_events();
CREATE TRIGGER queue_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_product_events();
CREATE TRIGGER queue_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_product_events();
CREATE TRIGGER record_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_products('product', 'id', 'name', '{}');
CREATE TRIGGER record_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_products('product', 'id', 'name', '{}');
CREATE TRIGGER record_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_products('product', 'id', 'name', '{}');
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER search_words_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_search_words();
CREATE TRIGGER search_words_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_search_words();
CREATE TRIGGER search_words_truncate AFTER TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION count_search_words();
CREATE TRIGGER search_words_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_search_words();
CREATE TRIGGER count_delete AFTER DELETE ON public.profiles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_profiles();
CREATE TRIGGER count_insert AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_profiles();
CREATE TRIGGER count_truncate AFTER TRUNCATE ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION count_profiles();
CREATE TRIGGER count_update AFTER UPDATE ON public.profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_profiles();
CREATE TRIGGER end_push_of_banned AFTER UPDATE OF banned ON public.profiles FOR EACH ROW WHEN (new.banned) EXECUTE FUNCTION end_push_of_banned();
CREATE TRIGGER mark_switched BEFORE UPDATE OF role ON public.profiles FOR EACH ROW WHEN ((old.role <> new.role)) EXECUTE FUNCTION mark_switched();
CREATE TRIGGER mask_history BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION mask_history();
CREATE TRIGGER mask_history_end AFTER DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION mask_history();
CREATE TRIGGER mask_staff_notes BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION mask_staff_notes();
CREATE TRIGGER mask_webhook_answers BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION mask_webhook_answers();
CREATE TRIGGER note_rights AFTER UPDATE OF role, banned ON public.profiles FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) OR (old.banned IS DISTINCT FROM new.banned))) EXECUTE FUNCTION note_rights();
CREATE TRIGGER notify_delete AFTER DELETE ON public.profiles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_truncate AFTER TRUNCATE ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER profiles_anonymize BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION profiles_anonymize();
CREATE TRIGGER profiles_guard BEFORE UPDATE OF role, banned ON public.profiles FOR EACH ROW EXECUTE FUNCTION profiles_guard();
CREATE TRIGGER profiles_last_stays BEFORE DELETE ON public.profiles FOR EACH ROW WHEN (((old.role = 'super_admin'::text) AND (CURRENT_USER = ANY (ARRAY['aso_web'::name, 'aso_auth'::name])))) EXECUTE FUNCTION profiles_last_stays();
CREATE TRIGGER profiles_phone_unverified BEFORE UPDATE OF phone ON public.profiles FOR EACH ROW EXECUTE FUNCTION profiles_phone_unverified();
CREATE TRIGGER profiles_role_needs_caller BEFORE UPDATE OF role, banned ON public.profiles FOR EACH ROW EXECUTE FUNCTION profiles_role_needs_caller();
CREATE TRIGGER profiles_start_as_user BEFORE INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION profiles_start_as_user();
CREATE TRIGGER record_update AFTER UPDATE ON public.profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_profiles('user', 'id', '', '{role,banned}');
CREATE TRIGGER end_demo BEFORE UPDATE OF name, description, tag_line, code, start_date, end_date, promotion_type, promotion_value ON public.promotions FOR EACH ROW WHEN ((old.is_demo AND ((((((((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description)) OR (old.tag_line IS DISTINCT FROM new.tag_line)) OR (old.code IS DISTINCT FROM new.code)) OR (old.start_date IS DISTINCT FROM new.start_date)) OR (old.end_date IS DISTINCT FROM new.end_date)) OR (old.promotion_type IS DISTINCT FROM new.promotion_type)) OR (old.promotion_value IS DISTINCT FROM new.promotion_value)))) EXECUTE FUNCTION end_demo();
CREATE TRIGGER mark_edited BEFORE UPDATE OF name, description, tag_line, code, start_date, end_date, promotion_type, promotion_value ON public.promotions FOR EACH ROW WHEN (((((((((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description)) OR (old.tag_line IS DISTINCT FROM new.tag_line)) OR (old.code IS DISTINCT FROM new.code)) OR (old.start_date IS DISTINCT FROM new.start_date)) OR (old.end_date IS DISTINCT FROM new.end_date)) OR (old.promotion_type IS DISTINCT FROM new.promotion_type)) OR (old.promotion_value IS DISTINCT FROM new.promotion_value))) EXECUTE FUNCTION mark_edited();
CREATE TRIGGER notify_delete AFTER DELETE ON public.promotions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.promotions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_truncate AFTER TRUNCATE ON public.promotions FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.promotions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER record_delete AFTER DELETE ON public.promotions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_promotions('promotion', 'id', 'name', '{}');
CREATE TRIGGER record_insert AFTER INSERT ON public.promotions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_promotions('promotion', 'id', 'name', '{}');
CREATE TRIGGER record_update AFTER UPDATE ON public.promotions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_promotions('promotion', 'id', 'name', '{}');
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.promotions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER push_subscriptions_most AFTER INSERT OR UPDATE OF user_id ON public.push_subscriptions FOR EACH ROW EXECUTE FUNCTION push_subscriptions_most();
CREATE TRIGGER saved_filters_most BEFORE INSERT ON public.saved_filters FOR EACH ROW EXECUTE FUNCTION saved_filters_most();
CREATE TRIGGER notify_delete AFTER DELETE ON public.sessions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('user_id');
CREATE TRIGGER sessions_guard BEFORE INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION sessions_guard();
CREATE TRIGGER mark_edited BEFORE UPDATE OF name, first_day, last_day, every_year ON public.special_days FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.first_day IS DISTINCT FROM new.first_day)) OR (old.last_day IS DISTINCT FROM new.last_day)) OR (old.every_year IS DISTINCT FROM new.every_year))) EXECUTE FUNCTION mark_edited();
CREATE TRIGGER notify_delete AFTER DELETE ON public.special_days REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.special_days REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.special_days REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER record_delete AFTER DELETE ON public.special_days REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_special_days('day', 'id', 'name', '{}');
CREATE TRIGGER record_insert AFTER INSERT ON public.special_days REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_special_days('day', 'id', 'name', '{}');
CREATE TRIGGER record_update AFTER UPDATE ON public.special_days REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_special_days('day', 'id', 'name', '{}');
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.special_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER special_days_most BEFORE INSERT ON public.special_days FOR EACH ROW EXECUTE FUNCTION special_days_most();
CREATE TRIGGER notify_delete AFTER DELETE ON public.staff_notes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.staff_notes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.staff_notes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER queue_delete AFTER DELETE ON public.staff_notes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_order_changes();
CREATE TRIGGER queue_insert AFTER INSERT ON public.staff_notes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_order_changes();
CREATE TRIGGER queue_update AFTER UPDATE ON public.staff_notes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_order_changes();
CREATE TRIGGER record_delete AFTER DELETE ON public.staff_notes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_staff_notes('order', 'order_id', '', '{}');
CREATE TRIGGER record_insert AFTER INSERT ON public.staff_notes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_staff_notes('order', 'order_id', '', '{}');
CREATE TRIGGER record_update AFTER UPDATE ON public.staff_notes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_staff_notes('order', 'order_id', '', '{}');
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.staff_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER staff_notes_write_author BEFORE INSERT ON public.staff_notes FOR EACH ROW WHEN ((CURRENT_USER = 'aso_web'::name)) EXECUTE FUNCTION staff_notes_write_author();
CREATE TRIGGER mark_edited BEFORE UPDATE OF words ON public.synonyms FOR EACH ROW WHEN ((old.words IS DISTINCT FROM new.words)) EXECUTE FUNCTION mark_edited();
CREATE TRIGGER notify_delete AFTER DELETE ON public.synonyms REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_insert AFTER INSERT ON public.synonyms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_truncate AFTER TRUNCATE ON public.synonyms FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER notify_update AFTER UPDATE ON public.synonyms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
CREATE TRIGGER record_delete AFTER DELETE ON public.synonyms REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_synonyms('synonym', 'id', 'words', '{}');
CREATE TRIGGER record_insert AFTER INSERT ON public.synonyms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_synonyms('synonym', 'id', 'words', '{}');
CREATE TRIGGER record_update AFTER UPDATE ON public.synonyms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION history.record_synonyms('synonym', 'id', 'words', '{}');
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.synonyms FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER synonyms_most BEFORE INSERT OR UPDATE OF words ON public.synonyms FOR EACH ROW EXECUTE FUNCTION synonyms_most();
CREATE TRIGGER wake_new_deliveries AFTER INSERT ON public.webhook_deliveries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION wake_new_deliveries();
CREATE TRIGGER note_webhook AFTER INSERT OR DELETE ON public.webhooks FOR EACH ROW EXECUTE FUNCTION note_webhook();
CREATE TRIGGER note_webhook_changed AFTER UPDATE ON public.webhooks FOR EACH ROW WHEN ((((old.url IS DISTINCT FROM new.url) OR (old.events IS DISTINCT FROM new.events)) OR (old.secret IS DISTINCT FROM new.secret))) EXECUTE FUNCTION note_webhook();
CREATE TRIGGER wake_switched_on AFTER UPDATE ON public.webhooks FOR EACH ROW WHEN ((new.is_active AND (NOT old.is_active))) EXECUTE FUNCTION wake_switched_on();
CREATE TRIGGER webhooks_most BEFORE INSERT ON public.webhooks FOR EACH ROW EXECUTE FUNCTION webhooks_most();
CREATE TRIGGER webhooks_write BEFORE INSERT OR UPDATE ON public.webhooks FOR EACH ROW EXECUTE FUNCTION webhooks_write();
