-- The history of changes: what was changed in the back office, by an import or by plain SQL, when, and by whom. Recorded
-- by triggers; services write nothing of it (docs/decisions/0036-change-history.md).

-- CREATE TRIGGER waits for running writes, and later ones wait behind it: longer than the 15 s of a statement, then not at all.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint

-- The partitions, one a month. Nobody but the owner uses the schema: rows are read and written through the tables.
CREATE SCHEMA history;
--> statement-breakpoint

-- ── Tables ───────────────────────────────────────────────────────────────────────────────────────

-- The changes of one transaction. Unique by `at` (its start) and `transaction_id`, which no statement can choose.
CREATE TABLE change_sets (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now(),
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- NULL and 'database' for a change by plain SQL. Not a reference: the set outlives the account.
  actor_id uuid,
  actor_name text NOT NULL DEFAULT 'database',
  -- The operation of the contract, such as 'catalog.updateProduct'; NULL for plain SQL.
  operation text CHECK (length(operation) <= 100),
  summary text NOT NULL DEFAULT '' CHECK (length(summary) <= 300),
  -- The set that this one undid.
  undo_of uuid,
  -- Of what things rows were changed, and how many rows.
  kinds text[] NOT NULL DEFAULT '{}',
  row_count integer NOT NULL DEFAULT 0,
  -- The summary and the names of the things, folded.
  search text COLLATE "C" NOT NULL DEFAULT '',
  PRIMARY KEY (at, id)
) PARTITION BY RANGE (at);
--> statement-breakpoint
CREATE INDEX change_sets_id_idx ON change_sets (id);
--> statement-breakpoint
CREATE INDEX change_sets_actor_idx ON change_sets (actor_id, at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX change_sets_undo_idx ON change_sets (undo_of) WHERE undo_of IS NOT NULL;
--> statement-breakpoint
CREATE INDEX change_sets_search_idx ON change_sets USING gin (search gin_trgm_ops);
--> statement-breakpoint
-- One index a kind: rare kinds are found among many sets of the others without a scan.
DO $$
DECLARE
  kind text;
BEGIN
  FOREACH kind IN ARRAY ARRAY['product', 'category', 'promotion', 'slide', 'order', 'user'] LOOP
    EXECUTE format('CREATE INDEX %I ON change_sets (at DESC, id DESC) WHERE %L = ANY (kinds)', 'change_sets_' || kind || '_idx', kind);
    EXECUTE format('CREATE INDEX %I ON change_sets (actor_id, at DESC, id DESC) WHERE %L = ANY (kinds)', 'change_sets_' || kind || '_actor_idx', kind);
  END LOOP;
END $$;
--> statement-breakpoint

CREATE SEQUENCE changes_id_seq;
--> statement-breakpoint
-- One changed row. `at` and `set_id` are those of its set: both tables have the same months, so no reference is needed.
CREATE TABLE changes (
  id bigint NOT NULL DEFAULT nextval('changes_id_seq'),
  at timestamptz NOT NULL DEFAULT now(),
  set_id uuid NOT NULL,
  -- The thing that the row belongs to, with its name at that time: the product of an image, the order of an item.
  kind text NOT NULL,
  thing_id uuid NOT NULL,
  thing text,
  table_name text NOT NULL,
  row_id uuid NOT NULL,
  operation text NOT NULL CHECK (operation IN ('insert', 'update', 'delete')),
  -- The columns that differ. A deleted row is whole, so that it can return.
  before jsonb,
  after jsonb,
  PRIMARY KEY (at, id)
) PARTITION BY RANGE (at);
--> statement-breakpoint
CREATE INDEX changes_thing_idx ON changes (thing_id, at DESC, id DESC);
--> statement-breakpoint
-- The products that joined or left a promotion.
CREATE INDEX changes_joined_idx ON changes ((after ->> 'promotion_id'), at DESC) WHERE table_name = 'products' AND after ? 'promotion_id';
--> statement-breakpoint
CREATE INDEX changes_left_idx ON changes ((before ->> 'promotion_id'), at DESC) WHERE table_name = 'products' AND before ? 'promotion_id';
--> statement-breakpoint
-- The images that rows no longer show.
CREATE INDEX changes_image_idx ON changes ((coalesce(before ->> 'image_url', before ->> 'product_image')), at)
  WHERE coalesce(before ->> 'image_url', before ->> 'product_image') IS NOT NULL;
--> statement-breakpoint

-- Makes the partitions of this month and the next two, and of months whose rows are in the default partition (after a
-- restore, or where this did not run); drops those that ended more than `days` ago. Called by a job. Waits briefly for
-- statements that use the history; else the job comes again.
CREATE FUNCTION keep_change_partitions(days integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
DECLARE
  parent text;
  month timestamptz;
  part text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.change_partitions'));
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
END $$;
--> statement-breakpoint

-- ── Who reads ────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE change_sets ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE changes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Roles and bans are the super admin's. Only triggers write.
GRANT SELECT ON change_sets, changes TO aso_web;
--> statement-breakpoint
CREATE POLICY staff_reads ON change_sets FOR SELECT TO aso_web USING ((select is_super_admin((select caller())))
  OR ((select is_admin_or_super_admin((select caller()))) AND NOT 'user' = ANY (kinds)));
--> statement-breakpoint
CREATE POLICY staff_reads ON changes FOR SELECT TO aso_web USING ((select is_super_admin((select caller())))
  OR ((select is_admin_or_super_admin((select caller()))) AND kind <> 'user'));
--> statement-breakpoint
-- The same rows for a search: under a policy no index would serve LIKE or an expression on JSON.
CREATE VIEW change_history AS
  SELECT id, at, actor_id, actor_name, operation, summary, undo_of, kinds, row_count, search
  FROM change_sets WHERE (SELECT is_super_admin((SELECT caller())))
    OR ((SELECT is_admin_or_super_admin((SELECT caller()))) AND NOT 'user' = ANY (kinds));
--> statement-breakpoint
CREATE VIEW changed_rows AS
  SELECT id, at, set_id, kind, thing_id, thing, table_name, row_id, operation, before, after
  FROM changes WHERE (SELECT is_super_admin((SELECT caller())))
    OR ((SELECT is_admin_or_super_admin((SELECT caller()))) AND kind <> 'user');
--> statement-breakpoint
GRANT SELECT ON change_history, changed_rows TO aso_web;
--> statement-breakpoint

-- ── Recording ────────────────────────────────────────────────────────────────────────────────────

-- As before, and what the transaction does: the operation and the summary of its change set, in which '{products}' is
-- replaced by the name of the changed product or their number (finish_change_set). Both parts are optional: processes
-- of the release before call it with the user alone.
DROP FUNCTION set_caller(uuid);
--> statement-breakpoint
CREATE FUNCTION set_caller(user_id uuid, operation text DEFAULT NULL, summary text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM
    set_config('app.user', coalesce(user_id || '@' || extract(epoch FROM transaction_timestamp()), ''), true),
    set_config('app.operation', coalesce(operation, ''), true),
    set_config('app.summary', coalesce(summary, ''), true),
    set_config('app.undo_of', '', true),
    set_config('app.ip_address', '', true),
    set_config('app.user_agent', '', true),
    set_config('app.reason', '', true),
    set_config('app.quiet', '', true),
    set_config('aso.is_seed', '', true),
    set_config('search_path', 'public,pg_temp', true);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION set_caller(uuid, text, text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION set_caller(uuid, text, text) TO aso_web;
--> statement-breakpoint

-- What a user is called in summaries and in the history.
CREATE FUNCTION user_name(user_id uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email) FROM profiles p WHERE p.id = user_id $$;
--> statement-breakpoint
-- The change set of this transaction; made by its first change.
CREATE FUNCTION open_change_set() RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  set_id uuid;
BEGIN
  SELECT s.id INTO set_id FROM change_sets s WHERE s.at = now() AND s.transaction_id = pg_current_xact_id();
  IF NOT FOUND THEN
    INSERT INTO change_sets (actor_id, actor_name) VALUES (caller(), coalesce(user_name(caller()), 'database'))
    RETURNING id INTO set_id;
  END IF;
  RETURN set_id;
END $$;
--> statement-breakpoint
-- The name of the thing that a row of another table belongs to; NULL where it goes with its thing.
CREATE FUNCTION thing_name(kind text, thing_id uuid) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN CASE kind
    WHEN 'product' THEN (SELECT p.name FROM products p WHERE p.id = thing_id)
    WHEN 'slide' THEN (SELECT s.title FROM hero_slides s WHERE s.id = thing_id)
    WHEN 'order' THEN (SELECT o.order_number FROM orders o WHERE o.id = thing_id)
    WHEN 'user' THEN user_name(thing_id)
  END;
END $$;
--> statement-breakpoint

-- Records the rows that a statement changed. Arguments: the kind of thing; the column with its id; the column with its
-- name, or '' for a row of another table; the columns that count, or '{}' for all but those that are ignored.
-- Not recorded: columns that follow from others; an order's items as its customer writes them; what the owner of the
-- database does under app.unrecorded (seeds, account deletion). The id of a row never changes.
CREATE FUNCTION record_changes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  thing_kind CONSTANT text := TG_ARGV[0];
  id_key CONSTANT text := TG_ARGV[1];
  name_key CONSTANT text := TG_ARGV[2];
  counted CONSTANT text[] := nullif(TG_ARGV[3], '{}')::text[];
  -- Generated, or a reference to an account that may be deleted before the row is restored.
  unrestorable CONSTANT text[] := ARRAY['search', 'name_key', 'updated_by', 'switched_by', 'switched_at'];
  ignored CONSTANT text[] := unrestorable || ARRAY['version', 'updated_at', 'likes', 'is_demo'];
BEGIN
  IF current_setting('app.unrecorded', true) IN ('on', 'account') AND session_user <> 'aso_web' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    -- A FULL JOIN is never a nested loop, however few rows the first statement of a session had. OFFSET 0: each row
    -- becomes JSON once, not for every column.
    INSERT INTO changes (set_id, kind, thing_id, thing, table_name, row_id, operation, before, after)
    SELECT (SELECT open_change_set()), thing_kind, r.thing_id, coalesce(r.new ->> name_key, thing_name(thing_kind, r.thing_id)),
      TG_TABLE_NAME, r.id, 'update', d.before, d.after
    FROM (SELECT id, to_jsonb(o) - ignored AS old, to_jsonb(n) - ignored AS new,
            CASE id_key WHEN 'id' THEN id ELSE (to_jsonb(n) ->> id_key)::uuid END AS thing_id
          FROM old_rows o FULL JOIN new_rows n USING (id) OFFSET 0) r,
      LATERAL (SELECT jsonb_object_agg(key, r.old -> key) AS before, jsonb_object_agg(key, value) AS after
        FROM jsonb_each(r.new) WHERE r.old -> key <> value AND (counted IS NULL OR key = ANY (counted))) d
    WHERE r.old <> r.new AND d.after IS NOT NULL
      AND (TG_TABLE_NAME <> 'order_items' OR NOT EXISTS (SELECT FROM orders WHERE id = r.thing_id AND user_id = caller()));
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO changes (set_id, kind, thing_id, thing, table_name, row_id, operation, after)
    SELECT (SELECT open_change_set()), thing_kind, r.thing_id, coalesce(r.new ->> name_key, thing_name(thing_kind, r.thing_id)),
      TG_TABLE_NAME, r.id, 'insert', r.new
    FROM (SELECT id, to_jsonb(n) - ignored AS new,
            CASE id_key WHEN 'id' THEN id ELSE (to_jsonb(n) ->> id_key)::uuid END AS thing_id
          FROM new_rows n OFFSET 0) r
    WHERE TG_TABLE_NAME <> 'order_items' OR NOT EXISTS (SELECT FROM orders WHERE id = r.thing_id AND created_at = now());
  ELSE
    INSERT INTO changes (set_id, kind, thing_id, thing, table_name, row_id, operation, before)
    SELECT (SELECT open_change_set()), thing_kind, r.thing_id, coalesce(r.old ->> name_key, thing_name(thing_kind, r.thing_id)),
      TG_TABLE_NAME, r.id, 'delete', r.old
    FROM (SELECT id, to_jsonb(o) - unrestorable AS old,
            CASE id_key WHEN 'id' THEN id ELSE (to_jsonb(o) ->> id_key)::uuid END AS thing_id
          FROM old_rows o OFFSET 0) r;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT * FROM (VALUES
    ('products', 'product', 'id', 'name', '{}', '{insert,update,delete}'::text[]),
    ('product_images', 'product', 'product_id', '', '{}', '{insert,update,delete}'),
    ('categories', 'category', 'id', 'name', '{}', '{insert,update,delete}'),
    ('promotions', 'promotion', 'id', 'name', '{}', '{insert,update,delete}'),
    ('hero_slides', 'slide', 'id', 'title', '{}', '{insert,update,delete}'),
    ('hero_slide_images', 'slide', 'slide_id', '', '{}', '{insert,update,delete}'),
    ('orders', 'order', 'id', 'order_number', '{status}', '{update}'),
    ('order_items', 'order', 'order_id', '', '{note}', '{insert,update,delete}'),
    ('profiles', 'user', 'id', '', '{role,banned}', '{update}')
  ) AS t (name, kind, id_key, name_key, counted, operations) LOOP
    FOR operation IN 1 .. array_length(one.operations, 1) LOOP
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION record_changes(%L, %L, %L, %L)',
        'record_' || one.operations[operation], one.operations[operation], one.name,
        CASE one.operations[operation] WHEN 'insert' THEN 'NEW TABLE AS new_rows' WHEN 'delete' THEN 'OLD TABLE AS old_rows'
          ELSE 'OLD TABLE AS old_rows NEW TABLE AS new_rows' END,
        one.kind, one.id_key, one.name_key, one.counted);
    END LOOP;
  END LOOP;
END $$;
--> statement-breakpoint

CREATE FUNCTION plural_of(kind text) RETURNS text
LANGUAGE sql IMMUTABLE RETURN CASE kind WHEN 'category' THEN 'categories' ELSE kind || 's' END;
--> statement-breakpoint
-- 'Agbada', or '214 products'.
CREATE FUNCTION things_phrase(kind text, number bigint, name text) RETURNS text
LANGUAGE sql IMMUTABLE RETURN CASE
  WHEN number > 1 THEN to_char(number, 'FM999,999,999') || ' ' || plural_of(kind)
  WHEN kind = 'order' THEN 'order ' || coalesce(name, '')
  ELSE coalesce(name, 'one ' || kind)
END;
--> statement-breakpoint
-- At the end of the transaction: what the set changed, and its summary. That of the operation has '{products}' (or
-- another kind) for what was changed; without one, or where nothing of that kind was changed, it is made here.
CREATE FUNCTION finish_change_set() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  made text := nullif(current_setting('app.summary', true), '');
  found record;
  one record;
BEGIN
  -- A row that a restore writes.
  IF (NEW.at, NEW.transaction_id) IS DISTINCT FROM (now(), pg_current_xact_id()) THEN
    RETURN NULL;
  END IF;
  WITH things AS MATERIALIZED (
    SELECT c.kind, c.thing_id, max(c.thing) AS name, count(*) AS row_count,
      -- A deleted image changes its product. Of two operations on the thing itself the first by name counts.
      coalesce(min(c.operation) FILTER (WHERE c.row_id = c.thing_id), 'update') AS operation
    FROM changes c WHERE c.at = NEW.at AND c.set_id = NEW.id GROUP BY c.kind, c.thing_id
  ), phrases AS (
    SELECT operation, string_agg(phrase, ' and ' ORDER BY kind) AS phrase
    FROM (SELECT operation, kind, things_phrase(kind, count(*), max(name)) AS phrase FROM things GROUP BY operation, kind) p
    GROUP BY operation
  ) SELECT
    (SELECT array_agg(DISTINCT kind ORDER BY kind) FROM things) AS kinds,
    (SELECT sum(row_count) FROM things) AS row_count,
    (SELECT string_agg(CASE operation WHEN 'insert' THEN 'added ' WHEN 'delete' THEN 'deleted ' ELSE 'changed ' END || phrase, ', ' ORDER BY operation) FROM phrases) AS summary,
    (SELECT string_agg(name, ' ') FROM (SELECT DISTINCT name FROM things WHERE name IS NOT NULL LIMIT 200) n) AS names,
    (SELECT jsonb_object_agg(kind, phrase) FROM (SELECT kind, things_phrase(kind, count(*), max(name)) AS phrase FROM things GROUP BY kind) p) AS phrases
  INTO found;
  IF made IS NOT NULL THEN
    FOR one IN SELECT key, value FROM jsonb_each_text(found.phrases) LOOP
      made := replace(made, '{' || plural_of(one.key) || '}', one.value);
    END LOOP;
    IF made ~ '\{(products|categories|promotions|slides|orders|users)\}' THEN
      made := NULL;
    END IF;
  END IF;
  made := left(coalesce(made, upper(left(found.summary, 1)) || substr(found.summary, 2)), 300);
  UPDATE change_sets SET summary = made, kinds = found.kinds, row_count = found.row_count,
    operation = left(nullif(current_setting('app.operation', true), ''), 100),
    undo_of = nullif(current_setting('app.undo_of', true), '')::uuid,
    search = fold(made || ' ' || coalesce(found.names, ''))
  WHERE at = NEW.at AND id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER finish_change_set AFTER INSERT ON change_sets
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION finish_change_set();
--> statement-breakpoint
-- No write fails for want of a month.
CREATE TABLE history.change_sets_default PARTITION OF change_sets DEFAULT;
--> statement-breakpoint
CREATE TABLE history.changes_default PARTITION OF changes DEFAULT;
--> statement-breakpoint
SELECT keep_change_partitions(400);
--> statement-breakpoint

-- ── Images and accounts that are gone ────────────────────────────────────────────────────────────

-- As before, and whether a row showed it in the last 30 days: undoing brings the row back, and finds its file.
CREATE OR REPLACE FUNCTION image_is_named(url text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.ordered_images'));
  RETURN EXISTS (SELECT FROM product_images WHERE image_url = url)
    OR EXISTS (SELECT FROM order_items WHERE product_image = url)
    OR EXISTS (SELECT FROM hero_slide_images WHERE image_url = url)
    OR EXISTS (SELECT FROM categories WHERE image_url = url)
    OR EXISTS (SELECT FROM changes WHERE coalesce(before ->> 'image_url', before ->> 'product_image') = url
      AND at > now() - interval '30 days');
END $$;
--> statement-breakpoint
-- The images whose 30 days ended in the last three: a job deletes their files, unless a row shows them again.
CREATE FUNCTION expired_images() RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT coalesce(before ->> 'image_url', before ->> 'product_image') FROM changes
  WHERE coalesce(before ->> 'image_url', before ->> 'product_image') IS NOT NULL
    AND at BETWEEN now() - interval '33 days' AND now() - interval '30 days'
$$;
--> statement-breakpoint

-- An account that is deleted leaves nothing personal in the history: neither its name nor the notes of its orders. What
-- the deletion does to other rows is no change by the staff.
CREATE FUNCTION mask_history() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_WHEN = 'AFTER' THEN
    PERFORM set_config('app.unrecorded', '', true) WHERE current_setting('app.unrecorded') = 'account';
    RETURN NULL;
  END IF;
  PERFORM set_config('app.unrecorded', 'account', true) WHERE current_setting('app.unrecorded', true) IS DISTINCT FROM 'on';
  UPDATE change_sets SET actor_id = NULL, actor_name = 'Former staff member' WHERE actor_id = OLD.id;
  UPDATE change_sets s SET summary = replace(s.summary, c.thing, 'a former user'), search = replace(s.search, fold(c.thing), 'a former user')
  FROM changes c WHERE c.thing_id = OLD.id AND s.at = c.at AND s.id = c.set_id;
  UPDATE changes SET thing = NULL WHERE thing_id = OLD.id;
  UPDATE changes c SET before = c.before - 'note', after = c.after - 'note'
  FROM orders o WHERE o.user_id = OLD.id AND c.thing_id = o.id AND c.table_name = 'order_items';
  UPDATE order_events e SET detail = e.detail - 'note' FROM orders o
  WHERE o.user_id = OLD.id AND e.order_id = o.id AND e.kind = 'item_restored';
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER mask_history BEFORE DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION mask_history();
--> statement-breakpoint
CREATE TRIGGER mask_history_end AFTER DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION mask_history();
--> statement-breakpoint
-- ── Undo ─────────────────────────────────────────────────────────────────────────────────────────

-- All of it runs as the caller, under row level security and the rules of the tables.

CREATE AGGREGATE jsonb_merge (jsonb) (SFUNC = jsonb_concat, STYPE = jsonb, INITCOND = '{}');
--> statement-breakpoint
-- What a set did to one row, and what undoing it writes: `fields` into an updated row, or as the whole of a deleted one.
CREATE TYPE undo_step AS (
  table_name text, row_id uuid, kind text, thing_id uuid, thing text, operation text, before jsonb, after jsonb, last_id bigint,
  fields jsonb, state text, violated text
);
--> statement-breakpoint
-- The rows that a set changed, as they were before the first and after the last of its changes.
CREATE FUNCTION net_changes(set_at timestamptz, of_set uuid) RETURNS SETOF undo_step
LANGUAGE sql STABLE AS $$
  SELECT table_name, row_id, kind, thing_id, thing,
    CASE WHEN operations[1] = 'insert' THEN 'insert' WHEN last = 'delete' THEN 'delete' ELSE 'update' END,
    before, after, last_id, before, NULL, NULL
  FROM (
    SELECT c.table_name, c.row_id, min(c.kind) AS kind, (array_agg(c.thing_id))[1] AS thing_id, max(c.thing) AS thing,
      array_agg(c.operation ORDER BY c.id) AS operations, (array_agg(c.operation ORDER BY c.id DESC))[1] AS last,
      jsonb_merge(c.before ORDER BY c.id DESC) AS before, jsonb_merge(c.after ORDER BY c.id) AS after, max(c.id) AS last_id
    FROM changes c WHERE c.at = set_at AND c.set_id = of_set GROUP BY c.table_name, c.row_id
  ) r WHERE NOT (operations[1] = 'insert' AND last = 'delete')
$$;
--> statement-breakpoint

-- Returns the removed items of orders that are still pending, as the history has them: items are otherwise written only
-- with their order. The number of rows.
CREATE FUNCTION restore_order_items(steps undo_step[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
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
END $$;
--> statement-breakpoint
-- As before, but for items that restore_order_items() returns: their product may have changed since.
DROP TRIGGER order_items_match_product ON order_items;
--> statement-breakpoint
CREATE TRIGGER order_items_match_product BEFORE INSERT ON order_items FOR EACH ROW
  WHEN (session_user = 'aso_web' AND current_user = 'aso_web') EXECUTE FUNCTION order_items_match_product();
--> statement-breakpoint

-- Runs steps of one operation on one table with the same fields, in one statement.
CREATE FUNCTION apply_undo(steps undo_step[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  first CONSTANT undo_step := steps[1];
  -- A column that a later release dropped is left out.
  columns CONSTANT text[] := ARRAY(SELECT attname FROM pg_attribute
    WHERE attrelid = first.table_name::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND first.fields ? attname::text);
  reference record;
  used boolean;
  written bigint;
BEGIN
  IF first.operation = 'insert' THEN
    -- A row that others refer to since stays: deleting it would delete or change them.
    FOR reference IN
      SELECT c.conrelid::regclass::text AS child, a.attname AS name FROM pg_constraint c
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE c.contype = 'f' AND c.confrelid = first.table_name::regclass
        AND EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.conrelid AND tgname = 'record_delete')
    LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %1$I c JOIN unnest($1) s ON c.%2$I = s.row_id
        WHERE NOT EXISTS (SELECT FROM unnest($1) own WHERE own.row_id = c.id))', reference.child, reference.name) INTO used USING steps;
      IF used THEN
        RAISE EXCEPTION 'other rows refer to it' USING ERRCODE = 'restrict_violation';
      END IF;
    END LOOP;
    EXECUTE format('DELETE FROM %I WHERE id IN (SELECT row_id FROM unnest($1))', first.table_name) USING steps;
    GET DIAGNOSTICS written = ROW_COUNT;
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
END $$;
--> statement-breakpoint
-- The steps that the tables refuse, found by halving. All others are applied.
CREATE FUNCTION try_undo(steps undo_step[]) RETURNS undo_step[]
LANGUAGE plpgsql AS $$
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
END $$;
--> statement-breakpoint

-- A step that was refused, in the parts that may still be applied; NULL if there are none, or with `cut` the column that
-- was given up.
CREATE FUNCTION split_step(step undo_step, OUT parts undo_step[], OUT cut text)
LANGUAGE plpgsql STABLE AS $$
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
END $$;
--> statement-breakpoint

-- One thing that undoing leaves as it is, with the author of the change that is in its way.
CREATE TYPE undo_finding AS (step undo_step, field text, reason text);
--> statement-breakpoint
CREATE FUNCTION finding_json(found undo_finding, set_at timestamptz) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('kind', (found.step).kind, 'thingId', (found.step).thing_id, 'thing', (found.step).thing,
    'table', (found.step).table_name, 'rowId', (found.step).row_id, 'column', found.field, 'reason', found.reason,
    'constraint', (found.step).violated, 'actorName', later.actor_name, 'at', later.at)
  FROM (SELECT) one LEFT JOIN LATERAL (
    SELECT s.actor_name, s.at FROM changes c JOIN change_sets s ON s.at = c.at AND s.id = c.set_id
    WHERE c.thing_id = (found.step).thing_id AND (c.at, c.id) > (set_at, (found.step).last_id) AND found.reason IN ('changed', 'gone', 'in_use')
      AND (found.reason = 'in_use' OR c.row_id = (found.step).row_id AND (found.field IS NULL OR c.after ? found.field))
    ORDER BY c.at DESC, c.id DESC LIMIT 1
  ) later ON true
$$;
--> statement-breakpoint

-- Compares the rows of one table with what a set left in them, and locks them: the steps that undo it, and the findings.
CREATE FUNCTION plan_undo(of_table text, net undo_step[], OUT steps undo_step[], OUT findings undo_finding[])
LANGUAGE plpgsql AS $$
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
END $$;
--> statement-breakpoint

-- Undoes a change set as far as its columns still hold what it wrote: an inserted row is deleted, a deleted one returns
-- with its id, a changed column gets back what it held before. NULL for a set that the caller may not see. Otherwise:
-- {"set": the set of the undo, or null if nothing was left to undo; "rows": undone rows; "left": number of findings;
-- "findings": the first 100; "orders": orders whose items changed}. `dry_run` changes nothing and returns the same.
CREATE FUNCTION undo_change_set(of_set uuid, dry_run boolean) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  -- Each after those it refers to.
  tables CONSTANT text[] := ARRAY['promotions', 'categories', 'products', 'product_images', 'hero_slides', 'hero_slide_images', 'orders', 'order_items', 'profiles'];
  undone change_sets;
  net undo_step[];
  steps undo_step[] := '{}';
  refused undo_step[] := '{}';
  again undo_step[];
  step undo_step;
  findings undo_finding[] := '{}';
  planned record;
  grouped record;
  made uuid;
  answer jsonb;
BEGIN
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
    CONTINUE WHEN NOT EXISTS (SELECT FROM unnest(net) n WHERE n.table_name = tables[nth]);
    SELECT p.steps, p.findings INTO planned FROM plan_undo(tables[nth], ARRAY(SELECT n FROM unnest(net) n WHERE n.table_name = tables[nth])) p;
    steps := steps || planned.steps;
    findings := findings || planned.findings;
  END LOOP;
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
    -- A product with images has a primary one: the first, as when an image is deleted.
    UPDATE product_images SET is_primary = true WHERE id IN (
      SELECT DISTINCT ON (i.product_id) i.id FROM product_images i
      WHERE i.product_id IN (SELECT s.thing_id FROM unnest(steps) s WHERE s.table_name = 'product_images')
        AND NOT EXISTS (SELECT FROM product_images p WHERE p.product_id = i.product_id AND p.is_primary)
      ORDER BY i.product_id, i.display_order, i.id);
    SELECT s.id INTO made FROM change_sets s WHERE s.at = now() AND s.transaction_id = pg_current_xact_id();
    INSERT INTO order_events (id, order_id, kind, actor_id, created_at, detail)
    SELECT gen_random_uuid(), c.thing_id,
      CASE WHEN c.table_name = 'orders' THEN 'status' ELSE CASE c.operation WHEN 'update' THEN 'note' WHEN 'insert' THEN 'item_restored' ELSE 'item_removed' END END,
      caller(), clock_timestamp(),
      CASE WHEN c.table_name = 'orders' THEN jsonb_build_object('before', c.before ->> 'status', 'after', c.after ->> 'status')
        WHEN c.operation = 'update' THEN jsonb_build_object('item', (SELECT i.product_name FROM order_items i WHERE i.id = c.row_id),
          'before', coalesce(c.before ->> 'note', ''), 'after', coalesce(c.after ->> 'note', ''))
        ELSE (SELECT jsonb_build_object('item', r ->> 'product_name', 'price', (r ->> 'product_price')::numeric(12, 2)::text, 'note', coalesce(r ->> 'note', ''))
          FROM coalesce(c.after, c.before) r) END
    FROM changes c WHERE c.at = now() AND c.set_id = made AND c.kind = 'order';
    answer := jsonb_build_object('set', made,
      'rows', (SELECT count(DISTINCT c.row_id) FROM changes c WHERE c.at = now() AND c.set_id = made),
      'left', cardinality(findings),
      'findings', (SELECT coalesce(jsonb_agg(finding_json(f, undone.at)), '[]') FROM unnest(findings[:100]) f),
      'orders', (SELECT coalesce(jsonb_agg(DISTINCT c.thing_id), '[]') FROM changes c WHERE c.at = now() AND c.set_id = made AND c.table_name = 'order_items'));
    IF dry_run THEN
      RAISE EXCEPTION 'rolled back' USING ERRCODE = 'P0DRY';
    END IF;
  EXCEPTION WHEN SQLSTATE 'P0DRY' THEN
    answer := answer || '{"set": null}';
  END;
  RETURN answer;
END $$;
--> statement-breakpoint
ALTER TABLE order_events DROP CONSTRAINT order_events_kind_check,
  ADD CONSTRAINT order_events_kind_check CHECK (kind IN ('submitted', 'opened', 'status', 'note', 'item_removed', 'item_restored')) NOT VALID;
--> statement-breakpoint
REVOKE ALL ON FUNCTION keep_change_partitions(integer), user_name(uuid), open_change_set(), thing_name(text, uuid), record_changes(),
  finish_change_set(), expired_images(), mask_history(), restore_order_items(undo_step[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION keep_change_partitions(integer), expired_images() TO aso_auth;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION restore_order_items(undo_step[]) TO aso_web;
