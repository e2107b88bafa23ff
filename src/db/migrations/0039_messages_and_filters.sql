-- Whether messages of visitors were read is recorded in the history and can be undone (docs/decisions/0036-change-history.md);
-- filters of two more lists can be saved; customers are found by what their orders say of them (0041-many-at-once.md).

-- CREATE TRIGGER waits for running writes, and later ones wait behind it.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint
CREATE INDEX change_sets_message_idx ON change_sets (at DESC, id DESC) WHERE 'message' = ANY (kinds);
--> statement-breakpoint
CREATE INDEX change_sets_message_actor_idx ON change_sets (actor_id, at DESC, id DESC) WHERE 'message' = ANY (kinds);
--> statement-breakpoint
SELECT patch_function(signature, part, replacement) FROM (VALUES
  ('undo_change_set(uuid, boolean)', $q$'hero_slide_images', $q$, $q$'hero_slide_images', 'contact_submissions', $q$),
  ('summary_of(text, text)', '|slides|', '|slides|messages|')
) AS patch (signature, part, replacement);
--> statement-breakpoint
-- Without a name, and no other column: what visitors wrote is theirs, and stays out of the history.
SELECT record_table('contact_submissions', 'message', 'id', '', '{read_at}', '{update}');
--> statement-breakpoint
-- At most 20 rows for each list and account, so they are checked at once.
ALTER TABLE saved_filters DROP CONSTRAINT saved_filters_list_check,
  ADD CONSTRAINT saved_filters_list_check
    CHECK (list IN ('orders', 'products', 'messages', 'promotions', 'users', 'audit-log', 'history', 'searches')) NOT VALID;
--> statement-breakpoint
ALTER TABLE saved_filters VALIDATE CONSTRAINT saved_filters_list_check;
--> statement-breakpoint
-- The customers whose name, email or phone number has all of these patterns, each as in the newest order that has them, for an
-- admin; for everybody else none. Like find_orders(): under a policy no index would serve LIKE. `orders.search` begins with the
-- number of the order, which is nothing of the customer. Accounts that are deleted have no contact details. Of a word that more
-- than 1,000 orders have, the newest are looked at.
CREATE FUNCTION find_customers(patterns text[], most integer)
RETURNS TABLE (id uuid, name text, email text, phone text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  matches text := (SELECT string_agg(format('search LIKE %1$L AND substr(search, length(order_number) + 2) LIKE %1$L', p), ' AND ') FROM unnest(patterns) p);
BEGIN
  IF matches IS NULL OR is_admin_or_super_admin(caller()) IS NOT TRUE THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE 'SELECT c.user_id, c.customer_name, c.customer_email, c.customer_phone FROM (
      SELECT DISTINCT ON (user_id) * FROM (
        SELECT id, created_at, user_id, customer_name, customer_email, customer_phone FROM orders
        WHERE user_id IS NOT NULL AND ' || matches || ' ORDER BY created_at DESC, id DESC LIMIT 1000
      ) newest ORDER BY user_id, created_at DESC, id DESC
    ) c ORDER BY c.created_at DESC, c.id DESC LIMIT $1' USING most;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_customers(text[], integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_customers(text[], integer) TO aso_web;
