-- Events of a deleted account keep no name, on orders of others either. profiles_anonymize runs later and names those of
-- the account's own orders 'Former customer'.
SELECT patch_function('mask_history()', $q$WHERE actor_id = OLD.id;$q$, $q$WHERE actor_id = OLD.id;
  UPDATE order_events SET actor_name = 'Former staff member' WHERE actor_id = OLD.id;$q$);
--> statement-breakpoint
-- Of accounts that were deleted before: events of emails have neither actor nor name, all others were written with both.
UPDATE order_events SET actor_name = 'Former staff member' WHERE actor_id IS NULL AND actor_name NOT IN ('', 'Former customer');
--> statement-breakpoint
-- The events of an undo have the id of their item, as all others have: two items of an order may have one name.
SELECT patch_function('undo_change_set(uuid, boolean)', part, part || $q$ 'itemId', c.row_id,$q$) FROM (VALUES
  ($q$'item', (SELECT i.product_name FROM order_items i WHERE i.id = c.row_id),$q$),
  ($q$'item', r ->> 'product_name',$q$)
) AS parts (part);
