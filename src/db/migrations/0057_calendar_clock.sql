-- A calendar day that was applied while the clock was ahead no longer keeps the next one waiting until the clock is there
-- again: only days applied since this transaction began do.
SELECT patch_function('apply_planned_changes(date)', 'WHERE at >= now() AND operation', 'WHERE at >= now() AND at <= clock_timestamp() AND operation');
