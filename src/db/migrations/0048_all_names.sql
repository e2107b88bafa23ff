-- A change set is found by the name of each of its things, however many (docs/decisions/0036-change-history.md).

-- The names that a search of a set looks through, before fold(): their different words, because each word of a query is
-- looked for by itself, and many products share few words. Names of accounts stay whole, because mask_names() replaces
-- whole ones. Only those of changes after `after_id`. VOLATILE: an UPDATE that waited for mask_names() sees what it wrote.
CREATE FUNCTION names_of_set(set_at timestamptz, of_set uuid, after_id bigint DEFAULT 0) RETURNS text
LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT string_agg(part, ' ') FROM (
    SELECT DISTINCT part COLLATE "C" AS part
    FROM changes c, unnest(CASE c.kind WHEN 'user' THEN ARRAY[c.thing] ELSE string_to_array(replace(c.thing, '-', ' '), ' ') END) part
    WHERE c.at = set_at AND c.set_id = of_set AND c.id > after_id
  ) parts
$$;
--> statement-breakpoint
-- The words of a folded text that another one does not have.
CREATE FUNCTION missing_words(value text, other text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT string_agg(word, ' ') FROM (
    SELECT string_to_table(value, ' ') COLLATE "C" AS word EXCEPT SELECT string_to_table(other, ' ')
  ) missing WHERE word <> ''
$$;
--> statement-breakpoint
-- As the one of 0038, with all names.
CREATE OR REPLACE FUNCTION write_change_set(set_at timestamptz, set_id uuid, is_there boolean) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION names_of_set(timestamptz, uuid, bigint), missing_words(text, text) FROM PUBLIC;
--> statement-breakpoint
-- Sets of before: about a second for 100,000 changes, while the shop runs.
UPDATE change_sets s SET search = fold(concat_ws(' ', s.summary, names_of_set(s.at, s.id))) WHERE s.row_count > 200;
