-- The same for less, where many rows change at once.

-- An image asks first whether its product or slide is of the demonstration: an update of no row starts all statement triggers
-- of products as well, 1.3 ms for each image of an import.
CREATE OR REPLACE FUNCTION end_demo_by_image() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
END $$;
--> statement-breakpoint
-- Runs steps of one operation on one table with the same fields, in one statement. Ids as an array: joined with the steps,
-- the rows that refer to them were compared one by one with all, 30 s for 4,000 images and 10,000 products.
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
