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
  -- The columns that differ. A deleted row is whole; of an inserted one, columns that are NULL are left out.
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
    -- A FULL JOIN is never a nested loop, however few rows the first statement of a session had.
    INSERT INTO changes (set_id, kind, thing_id, thing, table_name, row_id, operation, before, after)
    SELECT (SELECT open_change_set()), thing_kind, (r.new ->> id_key)::uuid,
      CASE name_key WHEN '' THEN thing_name(thing_kind, (r.new ->> id_key)::uuid) ELSE r.new ->> name_key END,
      TG_TABLE_NAME, (r.new ->> 'id')::uuid, 'update', d.before, d.after
    FROM (SELECT to_jsonb(o) - ignored AS old, to_jsonb(n) - ignored AS new
          FROM old_rows o FULL JOIN new_rows n USING (id)) r,
      LATERAL (SELECT jsonb_object_agg(key, r.old -> key) AS before, jsonb_object_agg(key, value) AS after
        FROM jsonb_each(r.new) WHERE r.old -> key <> value AND (counted IS NULL OR key = ANY (counted))) d
    WHERE r.old <> r.new AND d.after IS NOT NULL
      AND (TG_TABLE_NAME <> 'order_items'
        OR NOT EXISTS (SELECT FROM orders WHERE id = (r.new ->> id_key)::uuid AND user_id = caller()));
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO changes (set_id, kind, thing_id, thing, table_name, row_id, operation, after)
    SELECT (SELECT open_change_set()), thing_kind, (r.new ->> id_key)::uuid,
      CASE name_key WHEN '' THEN thing_name(thing_kind, (r.new ->> id_key)::uuid) ELSE r.new ->> name_key END,
      TG_TABLE_NAME, (r.new ->> 'id')::uuid, 'insert', jsonb_strip_nulls(r.new)
    FROM (SELECT to_jsonb(n) - ignored AS new FROM new_rows n) r
    WHERE TG_TABLE_NAME <> 'order_items'
      OR NOT EXISTS (SELECT FROM orders WHERE id = (r.new ->> id_key)::uuid AND created_at = now());
  ELSE
    INSERT INTO changes (set_id, kind, thing_id, thing, table_name, row_id, operation, before)
    SELECT (SELECT open_change_set()), thing_kind, (r.old ->> id_key)::uuid,
      CASE name_key WHEN '' THEN thing_name(thing_kind, (r.old ->> id_key)::uuid) ELSE r.old ->> name_key END,
      TG_TABLE_NAME, (r.old ->> 'id')::uuid, 'delete', r.old
    FROM (SELECT to_jsonb(o) - unrestorable AS old FROM old_rows o) r;
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
CREATE OR REPLACE FUNCTION picture_is_named(address text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.ordered_pictures'));
  RETURN EXISTS (SELECT FROM product_images WHERE image_url = address)
    OR EXISTS (SELECT FROM order_items WHERE product_image = address)
    OR EXISTS (SELECT FROM hero_slide_images WHERE image_url = address)
    OR EXISTS (SELECT FROM categories WHERE image_url = address)
    OR EXISTS (SELECT FROM changes WHERE coalesce(before ->> 'image_url', before ->> 'product_image') = address
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
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER mask_history BEFORE DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION mask_history();
--> statement-breakpoint
CREATE TRIGGER mask_history_end AFTER DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION mask_history();
--> statement-breakpoint
REVOKE ALL ON FUNCTION keep_change_partitions(integer), user_name(uuid), open_change_set(), thing_name(text, uuid), record_changes(),
  finish_change_set(), expired_images(), mask_history() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION keep_change_partitions(integer), expired_images() TO aso_auth;
