-- A plan that is saved again with the same values keeps its version, as mark_edited() does for other forms: the next
-- correction still finds the version of the first attempt.
SELECT patch_function('planned_changes_guard()', 'NEW.updated_by := caller();', $$IF TG_OP = 'UPDATE' AND (NEW.day, NEW.price, NEW.status, NEW.featured, NEW.is_active)
    IS NOT DISTINCT FROM (OLD.day, OLD.price, OLD.status, OLD.featured, OLD.is_active) THEN
    RETURN NEW;
  END IF;
  NEW.updated_by := caller();$$);
