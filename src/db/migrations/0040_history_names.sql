-- What the history says of undos, of accounts and of what cannot return (docs/decisions/0036-change-history.md).

-- ALTER TABLE and CREATE TRIGGER wait for running writes, and later ones wait behind them.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint

-- ── Recording ────────────────────────────────────────────────────────────────────────────────────

-- The tables of the shop come before that of the sets, as in a save.

-- The old slugs of a deleted category stay for its return, unless another category takes them. Nothing finds them meanwhile.
ALTER TABLE category_slugs DROP CONSTRAINT category_slugs_category_id_fkey;
--> statement-breakpoint
-- TRUNCATE tells no trigger which rows it deletes. The owner of the database may still want it: with app.unrecorded = 'on',
-- as what is not recorded, or 'truncate'.
CREATE FUNCTION refuse_truncate() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('app.unrecorded', true), '') NOT IN ('on', 'truncate') THEN
    RAISE EXCEPTION 'TRUNCATE of % is not recorded in the history and cannot be undone', TG_TABLE_NAME
      USING ERRCODE = 'object_not_in_prerequisite_state', HINT = 'Use DELETE, or SET app.unrecorded = ''truncate'' before it.';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION refuse_truncate() FROM PUBLIC;
--> statement-breakpoint
DO $$
DECLARE
  source text := pg_get_functiondef('record_table(text, text, text, text, text[], text[])'::regprocedure);
  place CONSTANT text := $q$  FOREACH operation IN ARRAY operations LOOP$q$;
  target text;
BEGIN
  IF strpos(source, place) = 0 THEN
    RAISE EXCEPTION 'record_table has no loop over the operations';
  END IF;
  EXECUTE replace(source, place, $q$  IF 'delete' = ANY (operations) THEN
    EXECUTE format('CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()', of_table);
  END IF;
$q$ || place);
  FOR target IN SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'record_delete' ORDER BY 1 LOOP
    EXECUTE format('CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()', target);
  END LOOP;
END $$;
--> statement-breakpoint

-- ── Which undo holds ─────────────────────────────────────────────────────────────────────────────

-- How many findings an undo left as they were; NULL for other sets, and for undos of earlier releases.
ALTER TABLE change_sets ADD COLUMN undo_left integer;
--> statement-breakpoint
CREATE FUNCTION note_undo_left() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.undo_left := nullif(current_setting('app.undo_left', true), '')::integer;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_undo_left BEFORE INSERT ON change_sets FOR EACH ROW
  WHEN (NEW.undo_of IS NOT NULL) EXECUTE FUNCTION note_undo_left();
--> statement-breakpoint
-- The newest undo of a set that was not wholly undone itself: {"id", "isPartial": whether it, or an undo of it, left
-- something}; NULL without one. One that is not partial comes before a newer one that is.
CREATE FUNCTION standing_undo(of_set uuid) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
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
END $$;
--> statement-breakpoint

-- ── What is in the way of an undo ────────────────────────────────────────────────────────────────

-- The author and time of the last change that made a row refer to the one of a step. A row that refers to it is a thing of
-- its own, such as the product of a category, or a part of the same thing, such as an image.
CREATE FUNCTION last_use(step undo_step, OUT actor_name text, OUT at timestamptz)
LANGUAGE plpgsql STABLE AS $$
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
END $$;
--> statement-breakpoint

-- As image_is_named() without its lock, for an undo, which shares that lock.
CREATE FUNCTION image_is_kept(url text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM product_images WHERE image_url = url)
    OR EXISTS (SELECT FROM order_items WHERE product_image = url)
    OR EXISTS (SELECT FROM hero_slide_images WHERE image_url = url)
    OR EXISTS (SELECT FROM categories WHERE image_url = url)
    OR EXISTS (SELECT FROM changes WHERE coalesce(before ->> 'image_url', before ->> 'product_image') = url
      AND at > now() - interval '30 days')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION image_is_named(url text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.ordered_images'));
  RETURN image_is_kept(url);
END $$;
--> statement-breakpoint
-- Steps without the images whose files were deleted 30 days after the last row that showed them, and those as findings.
CREATE FUNCTION leave_deleted_files(all_steps undo_step[], OUT steps undo_step[], OUT findings undo_finding[])
LANGUAGE plpgsql AS $$
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
END $$;
--> statement-breakpoint
SELECT patch_function(signature, part, replacement) FROM (VALUES
  ('undo_change_set(uuid, boolean)', $q$'left', cardinality(findings),$q$,
     $q$'left', set_config('app.undo_left', cardinality(findings)::text, true)::integer,$q$),
  ('undo_change_set(uuid, boolean)', $q$    steps := steps || planned.steps;$q$,
     $q$    IF undone.at < now() - interval '30 days' THEN
      SELECT p.steps, planned.findings || p.findings AS findings INTO planned FROM leave_deleted_files(planned.steps) p;
    END IF;
    steps := steps || planned.steps;$q$),
  ('finding_json(undo_finding, timestamptz)', $q$) later ON true$q$,
     $q$) later ON true LEFT JOIN LATERAL (SELECT u.* FROM last_use(found.step) u WHERE found.reason = 'in_use') used ON true$q$),
  ('finding_json(undo_finding, timestamptz)', $q$'actorName', later.actor_name, 'at', later.at)$q$,
     $q$'actorName', coalesce(used.actor_name, later.actor_name), 'at', coalesce(used.at, later.at))$q$),
  -- A row that was deleted with its thing has no name.
  ('finding_json(undo_finding, timestamptz)', $q$'thing', (found.step).thing,$q$,
     $q$'thing', coalesce((found.step).thing, (SELECT c.thing FROM changes c WHERE c.thing_id = (found.step).thing_id AND c.thing IS NOT NULL
      ORDER BY c.at DESC, c.id DESC LIMIT 1)),$q$),
  ('finding_json(undo_finding, timestamptz)', $q$found.reason IN ('changed', 'gone', 'in_use')$q$, $q$found.reason IN ('changed', 'gone')$q$),
  ('finding_json(undo_finding, timestamptz)', $q$(found.reason = 'in_use' OR c.row_id = (found.step).row_id AND$q$, $q$(c.row_id = (found.step).row_id AND$q$)
) AS patch (signature, part, replacement);
--> statement-breakpoint

-- ── Accounts that are gone ───────────────────────────────────────────────────────────────────────

-- Takes all names and emails that were recorded for an account out of its sets and of those that undid them, whose
-- summaries have the names of that time.
CREATE FUNCTION mask_names(of_account uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
END $$;
--> statement-breakpoint

SELECT patch_function(signature, part, replacement) FROM (VALUES
  ('mask_history()', $q$  UPDATE change_sets s SET summary = replace(s.summary, c.thing, 'a former user'), search = replace(s.search, fold(c.thing), 'a former user')
  FROM changes c WHERE c.thing_id = OLD.id AND s.at = c.at AND s.id = c.set_id;
  UPDATE changes SET thing = NULL WHERE thing_id = OLD.id;$q$, $q$  PERFORM mask_names(OLD.id);$q$),
  ('keep_change_partitions(integer)', $q$  PERFORM pg_advisory_xact_lock(hashtext('aso.change_partitions'));$q$,
     $q$  PERFORM pg_advisory_xact_lock(hashtext('aso.change_partitions'));
  -- Of categories that cannot return any more.
  DELETE FROM category_slugs s WHERE NOT EXISTS (SELECT FROM categories c WHERE c.id = s.category_id)
    AND NOT EXISTS (SELECT FROM changes c WHERE c.thing_id = s.category_id);$q$)
) AS patch (signature, part, replacement);
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_undo_left(), image_is_kept(text), mask_names(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION image_is_kept(text) TO aso_web;
