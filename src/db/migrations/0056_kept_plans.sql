-- The statements that end a change set are planned once for each connection, as all of a save are (0049). After a bulk change
-- or an import PostgreSQL expects thousands of rows for one time, finds a plan for the given values cheaper, and planned
-- them again at each save: two thirds of what its history cost (docs/decisions/0036-change-history.md).
ALTER FUNCTION finish_change_set() SET plan_cache_mode = force_generic_plan;
