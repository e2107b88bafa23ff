-- Events of a deleted account keep no name, on orders of others either. profiles_anonymize runs later and names those of
-- the account's own orders 'Former customer'.
SELECT patch_function('mask_history()', $q$WHERE actor_id = OLD.id;$q$, $q$WHERE actor_id = OLD.id;
  UPDATE order_events SET actor_name = 'Former staff member' WHERE actor_id = OLD.id;$q$);
--> statement-breakpoint
-- Of accounts that were deleted before: events of emails have neither actor nor name, all others were written with both.
UPDATE order_events SET actor_name = 'Former staff member' WHERE actor_id IS NULL AND actor_name NOT IN ('', 'Former customer');
