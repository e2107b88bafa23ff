-- A change of which every column is generated, such as what kind of change is planned, restores nothing: the columns that
-- it is generated from are restored by themselves.
SELECT patch_function('apply_undo(undo_step[])', $q$ELSIF first.operation = 'update' THEN
    EXECUTE$q$, $q$ELSIF first.operation = 'update' AND cardinality(columns) = 0 THEN
    written := cardinality(steps);
  ELSIF first.operation = 'update' THEN
    EXECUTE$q$);
--> statement-breakpoint
-- An image that is named stays, whoever holds the lock. It is needed only where the file may be deleted: waiting for it
-- behind an undo that lasts, an upload made all orders wait too.
SELECT patch_function('image_is_named(text)', 'PERFORM pg_advisory_xact_lock', $q$IF image_is_kept(url) THEN
    RETURN true;
  END IF;
  PERFORM pg_advisory_xact_lock$q$);
--> statement-breakpoint
-- The retry of a row that is there already counts it once.
SELECT patch_function('special_days_most()', '(SELECT count(*) FROM special_days)', '(SELECT count(*) FROM special_days WHERE id <> NEW.id)');
--> statement-breakpoint
SELECT patch_function('saved_filters_most()', 'owner_id IS NOT DISTINCT FROM NEW.owner_id)', 'owner_id IS NOT DISTINCT FROM NEW.owner_id AND id <> NEW.id)');
