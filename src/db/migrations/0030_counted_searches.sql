-- What shoppers search for, counted without a person, and words with the same meaning that the staff change
-- (docs/decisions/0055-count-searches.md).

-- How often a folded query was searched on a day of the shop. No user, no IP address, no time within the day.
CREATE TABLE searches (
  day date NOT NULL,
  query text COLLATE "C" NOT NULL CHECK (length(query) BETWEEN 1 AND 100),
  times integer NOT NULL,
  -- The products that the last of them found, close ones included.
  found integer NOT NULL,
  PRIMARY KEY (day, query)
);
--> statement-breakpoint
ALTER TABLE searches ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT ON searches TO aso_web;
--> statement-breakpoint
CREATE POLICY staff_read ON searches FOR SELECT TO aso_web USING ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint

-- Adds searches of today: arrays of the same length. A day keeps at most 2,000 queries, those searched most, so that a flood
-- of different ones fills nothing. In the order of the queries, so that two processes do not wait for each other.
CREATE FUNCTION count_searches(queries text[], counts integer[], hits integer[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION count_searches(text[], integer[], integer[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION count_searches(text[], integer[], integer[]) TO aso_web;
--> statement-breakpoint
CREATE FUNCTION forget_searches() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM searches WHERE day <= (now() AT TIME ZONE shop_time_zone())::date - 90
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_searches() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION forget_searches() TO aso_web;
--> statement-breakpoint

-- ── Words that mean the same, changed by the staff ───────────────────────────────────────────────

ALTER TABLE synonyms ADD COLUMN version integer NOT NULL DEFAULT 1;
--> statement-breakpoint
ALTER TABLE synonyms ADD COLUMN updated_by uuid REFERENCES profiles ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE synonyms ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
CREATE INDEX synonyms_editor_idx ON synonyms (updated_by) WHERE updated_by IS NOT NULL;
--> statement-breakpoint
GRANT INSERT, UPDATE, DELETE ON synonyms TO aso_web;
--> statement-breakpoint
CREATE POLICY staff_insert ON synonyms FOR INSERT TO aso_web WITH CHECK ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY staff_update ON synonyms FOR UPDATE TO aso_web
  USING ((select is_admin_or_super_admin((select caller())))) WITH CHECK ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY staff_delete ON synonyms FOR DELETE TO aso_web USING ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
CREATE TRIGGER mark_edited BEFORE UPDATE OF words ON synonyms FOR EACH ROW
  WHEN (OLD.words IS DISTINCT FROM NEW.words) EXECUTE FUNCTION mark_edited();
--> statement-breakpoint
-- At most 500 groups, and a word in at most ten of them: each of them is looked through for every search, and what a word
-- means is read out above the products. Also when several are saved at once.
CREATE FUNCTION synonyms_most() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.synonyms'));
  IF (SELECT count(*) FROM synonyms WHERE id <> NEW.id) >= 500 OR EXISTS (
    SELECT FROM unnest(NEW.words) word WHERE (SELECT count(*) FROM synonyms WHERE id <> NEW.id AND word = ANY (words)) >= 10
  ) THEN
    RAISE EXCEPTION 'too many synonyms' USING ERRCODE = 'check_violation', CONSTRAINT = 'synonyms_most';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER synonyms_most BEFORE INSERT OR UPDATE OF words ON synonyms FOR EACH ROW EXECUTE FUNCTION synonyms_most();
