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
