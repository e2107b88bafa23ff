-- The search of the back office, and that of the promotions.
CREATE INDEX promotions_words_idx ON promotions USING gin (fold(name || ' ' || code) gin_trgm_ops);
--> statement-breakpoint

-- An export reads on after the last order it has: `before_at` and `before_id`, its time and id.
DROP FUNCTION find_orders(text, boolean, text[], uuid, uuid, integer, integer, boolean, text, date, date, uuid);
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

-- Filters of the back office's lists under a name; without an owner they are those of all staff.
CREATE TABLE saved_filters (
  id uuid PRIMARY KEY,
  list text NOT NULL CHECK (list IN ('orders', 'products', 'messages', 'promotions', 'users', 'audit-log')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  -- The parameters of the list's URL.
  search jsonb NOT NULL CHECK (jsonb_typeof(search) = 'object' AND length(search::text) <= 2000),
  owner_id uuid REFERENCES profiles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE UNIQUE INDEX saved_filters_name_key ON saved_filters (list, owner_id, lower(name)) NULLS NOT DISTINCT;
--> statement-breakpoint
CREATE INDEX saved_filters_owner_idx ON saved_filters (owner_id);
--> statement-breakpoint
ALTER TABLE saved_filters ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON saved_filters TO aso_web;
--> statement-breakpoint
CREATE POLICY own_or_shared ON saved_filters TO aso_web
  USING ((owner_id IS NULL OR owner_id = (select caller())) AND (select is_admin_or_super_admin((select caller()))))
  WITH CHECK ((owner_id IS NULL OR owner_id = (select caller())) AND (select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
-- At most 20 for each list and owner. Two that are saved at once wait for one another.
CREATE FUNCTION saved_filters_most() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.saved_filters'));
  IF (SELECT count(*) FROM saved_filters WHERE list = NEW.list AND owner_id IS NOT DISTINCT FROM NEW.owner_id) >= 20 THEN
    RAISE EXCEPTION 'too many saved filters' USING ERRCODE = 'check_violation', CONSTRAINT = 'saved_filters_most';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER saved_filters_most BEFORE INSERT ON saved_filters FOR EACH ROW EXECUTE FUNCTION saved_filters_most();
