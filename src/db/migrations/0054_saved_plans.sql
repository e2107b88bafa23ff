-- CREATE TRIGGER waits for running writes, and later ones wait behind it.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint
-- A plan that is saved again with the same values keeps its version, as mark_edited() does for other forms: the next
-- correction still finds the version of the first attempt.
SELECT patch_function('planned_changes_guard()', 'NEW.updated_by := caller();', $$IF TG_OP = 'UPDATE' AND (NEW.day, NEW.price, NEW.status, NEW.featured, NEW.is_active)
    IS NOT DISTINCT FROM (OLD.day, OLD.price, OLD.status, OLD.featured, OLD.is_active) THEN
    RETURN OLD;
  END IF;
  NEW.updated_by := caller();$$);
--> statement-breakpoint
-- Planned changes and days that matter are notified as synonyms are: an open form takes what another user saves
-- (docs/decisions/0045-presence.md).
DO $$
DECLARE
  of_table text;
  operation text;
BEGIN
  FOREACH of_table IN ARRAY ARRAY['planned_changes', 'special_days'] LOOP
    FOREACH operation IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION notify_changes(%L)',
        'notify_' || operation, operation, of_table,
        CASE operation WHEN 'insert' THEN 'NEW TABLE AS new_rows' WHEN 'delete' THEN 'OLD TABLE AS old_rows'
          ELSE 'OLD TABLE AS old_rows NEW TABLE AS new_rows' END, 'id');
    END LOOP;
  END LOOP;
END $$;
