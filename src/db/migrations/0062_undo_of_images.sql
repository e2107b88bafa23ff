-- What an undo puts back keeps to the 20 images of a product.
CREATE OR REPLACE FUNCTION apply_undo(steps undo_step[]) RETURNS void
LANGUAGE plpgsql AS $$
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
END $$;
--> statement-breakpoint
-- Locks the products whose images it changes, and leaves one of them the primary one.
CREATE OR REPLACE FUNCTION undo_change_set(of_set uuid, dry_run boolean) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
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
END $$;
