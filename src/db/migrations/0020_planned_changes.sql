-- Changes of products and slides that are planned for a day, and the days that the calendar marks
-- (docs/decisions/0046-planned-changes.md).

-- One field of one thing on one day, with the value that it gets at the start of that day. What the shop is like on a day d
-- is what its rows hold, with the newest value of each thing and field whose day is d or earlier. A row that was applied is
-- gone: the history has what it changed.
CREATE TABLE planned_changes (
  id uuid PRIMARY KEY,
  day date NOT NULL,
  product_id uuid REFERENCES products ON DELETE CASCADE,
  slide_id uuid REFERENCES hero_slides ON DELETE CASCADE,
  -- The value, in the column of its field.
  price numeric(12,2) CHECK (price >= 0 AND price <= 9999999999.99),
  status text CHECK (status IN ('draft', 'published')),
  featured boolean,
  is_active boolean,
  kind text NOT NULL GENERATED ALWAYS AS (CASE WHEN slide_id IS NULL THEN 'product' ELSE 'slide' END) STORED,
  thing_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(product_id, slide_id)) STORED,
  field text NOT NULL GENERATED ALWAYS AS (CASE WHEN price IS NOT NULL THEN 'price' WHEN status IS NOT NULL THEN 'status'
    WHEN featured IS NOT NULL THEN 'featured' ELSE 'isActive' END) STORED,
  version integer NOT NULL DEFAULT 1,
  updated_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT planned_changes_thing_check CHECK (num_nonnulls(product_id, slide_id) = 1),
  CONSTRAINT planned_changes_value_check CHECK (num_nonnulls(price, status, featured, is_active) = 1 AND (slide_id IS NULL) = (is_active IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX planned_changes_thing_key ON planned_changes (thing_id, day, field);
--> statement-breakpoint
CREATE INDEX planned_changes_day_idx ON planned_changes (day, id);
--> statement-breakpoint
-- The references, for the deletion of their rows.
CREATE INDEX planned_changes_product_idx ON planned_changes (product_id) WHERE product_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX planned_changes_slide_idx ON planned_changes (slide_id) WHERE slide_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX planned_changes_editor_idx ON planned_changes (updated_by) WHERE updated_by IS NOT NULL;
--> statement-breakpoint
ALTER TABLE planned_changes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON planned_changes TO aso_web;
--> statement-breakpoint
CREATE POLICY staff ON planned_changes TO aso_web
  USING ((select is_admin_or_super_admin((select caller())))) WITH CHECK ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint

-- Nothing is planned for a day that has begun: it would be done at once. An undo that returns such a row is refused as well.
CREATE FUNCTION planned_changes_guard() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.day <= (now() AT TIME ZONE shop_time_zone())::date THEN
    RAISE EXCEPTION 'the day has begun' USING ERRCODE = 'check_violation', CONSTRAINT = 'planned_changes_future';
  END IF;
  NEW.updated_by := caller();
  NEW.updated_at := now();
  IF TG_OP = 'UPDATE' THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER planned_changes_guard BEFORE INSERT OR UPDATE ON planned_changes FOR EACH ROW
  WHEN (current_user = 'aso_web') EXECUTE FUNCTION planned_changes_guard();
--> statement-breakpoint

-- ── History ──────────────────────────────────────────────────────────────────────────────────────

-- Without a kind in its arguments, a trigger records that of each row.
DO $$
DECLARE
  source text := pg_get_functiondef('record_changes()'::regprocedure);
  patch text[];
BEGIN
  FOREACH patch SLICE 1 IN ARRAY ARRAY[
    ['TG_ARGV[0];', 'nullif(TG_ARGV[0], '''');'],
    [$q$thing_kind, r.thing_id, coalesce(r.new ->> name_key, thing_name(thing_kind, r.thing_id))$q$,
     $q$coalesce(thing_kind, r.new ->> 'kind'), r.thing_id, coalesce(r.new ->> name_key, thing_name(coalesce(thing_kind, r.new ->> 'kind'), r.thing_id))$q$],
    [$q$thing_kind, r.thing_id, coalesce(r.old ->> name_key, thing_name(thing_kind, r.thing_id))$q$,
     $q$coalesce(thing_kind, r.old ->> 'kind'), r.thing_id, coalesce(r.old ->> name_key, thing_name(coalesce(thing_kind, r.old ->> 'kind'), r.thing_id))$q$]
  ] LOOP
    IF strpos(source, patch[1]) = 0 THEN
      RAISE EXCEPTION 'record_changes has no %', patch[1];
    END IF;
    source := replace(source, patch[1], patch[2]);
  END LOOP;
  EXECUTE source;
  source := pg_get_functiondef('undo_change_set(uuid, boolean)'::regprocedure);
  IF strpos(source, $q$'hero_slide_images', $q$) = 0 THEN
    RAISE EXCEPTION 'undo_change_set has no list of tables';
  END IF;
  EXECUTE replace(source, $q$'hero_slide_images', $q$, $q$'hero_slide_images', 'planned_changes', $q$);
END $$;
--> statement-breakpoint
DO $$
DECLARE
  operation text;
BEGIN
  FOREACH operation IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON planned_changes REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION record_changes(%L, %L, %L, %L)',
      'record_' || operation, operation,
      CASE operation WHEN 'insert' THEN 'NEW TABLE AS new_rows' WHEN 'delete' THEN 'OLD TABLE AS old_rows' ELSE 'OLD TABLE AS old_rows NEW TABLE AS new_rows' END,
      '', 'thing_id', '', '{}');
  END LOOP;
END $$;
--> statement-breakpoint

-- ── Applying ─────────────────────────────────────────────────────────────────────────────────────

-- Applies the changes of the earliest day that has begun, as one change set, and returns that day; '-infinity' if it has to
-- be called in a new transaction; NULL if nothing is left. Called again until then, so that days that were missed are
-- applied in their order, each as a set of its own. Of several calls at once one applies the day; the others wait for it.
-- The rows are applied over whatever their things hold now.
CREATE FUNCTION apply_planned_changes(today date) RETURNS date
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
  IF EXISTS (SELECT FROM change_sets WHERE at >= now() AND operation = 'calendar.applyPlannedChanges') THEN
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
  UPDATE change_sets SET actor_name = 'The calendar' WHERE at = now() AND transaction_id = pg_current_xact_id();
  RETURN due;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION planned_changes_guard(), apply_planned_changes(date) FROM PUBLIC;
--> statement-breakpoint
-- The worker's role: a request cannot choose the day.
GRANT EXECUTE ON FUNCTION apply_planned_changes(date) TO aso_auth;
--> statement-breakpoint

-- ── Days that matter ─────────────────────────────────────────────────────────────────────────────

-- Days that the calendar marks, such as holidays: the first and the last one.
CREATE TABLE special_days (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(btrim(name)) BETWEEN 1 AND 60),
  first_day date NOT NULL,
  last_day date NOT NULL CHECK (last_day BETWEEN first_day AND first_day + 60),
  every_year boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX special_days_first_idx ON special_days (first_day, id);
--> statement-breakpoint
CREATE INDEX special_days_editor_idx ON special_days (updated_by) WHERE updated_by IS NOT NULL;
--> statement-breakpoint
ALTER TABLE special_days ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON special_days TO aso_web;
--> statement-breakpoint
CREATE POLICY staff ON special_days TO aso_web
  USING ((select is_admin_or_super_admin((select caller())))) WITH CHECK ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
CREATE TRIGGER mark_edited BEFORE UPDATE OF name, first_day, last_day, every_year ON special_days FOR EACH ROW
  WHEN ((OLD.name, OLD.first_day, OLD.last_day, OLD.every_year) IS DISTINCT FROM (NEW.name, NEW.first_day, NEW.last_day, NEW.every_year))
  EXECUTE FUNCTION mark_edited();
--> statement-breakpoint
-- At most 200, also when several are added at once.
CREATE FUNCTION special_days_most() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.special_days'));
  IF (SELECT count(*) FROM special_days) >= 200 THEN
    RAISE EXCEPTION 'too many special days' USING ERRCODE = 'check_violation', CONSTRAINT = 'special_days_most';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER special_days_most BEFORE INSERT ON special_days FOR EACH ROW EXECUTE FUNCTION special_days_most();
