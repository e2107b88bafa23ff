-- Bounds what injected SQL leaves on its pooled connection, and what it writes into the items of an order.

-- CREATE TRIGGER waits for running writes, and later ones wait behind it: longer than the 15 s of a statement, then not at all.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint

-- A function of a request's own in the schema public could take the place of one of the shop's that the owner calls. Databases
-- that were created before PostgreSQL 15 let every role create some. Where the shop's role may not revoke that, the
-- start is refused with the statement to run.
DO $$
BEGIN
  REVOKE CREATE ON SCHEMA public FROM PUBLIC;
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;
--> statement-breakpoint

-- The user that this transaction acts for, as set_caller() wrote it: '<user>@<start of this transaction>'. A value that
-- was set for the session belongs to an earlier transaction and is ignored: no statement knows the microsecond in which
-- a later transaction begins. A user without a start is accepted only where session_user is no request login: from
-- processes of the release before, which connect as the owner. After a transaction the setting is '', not NULL.
CREATE OR REPLACE FUNCTION caller() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE
  WHEN split_part(current_setting('app.user', true), '@', 2) = extract(epoch FROM transaction_timestamp())::text
    THEN split_part(current_setting('app.user', true), '@', 1)
  WHEN session_user NOT IN ('aso_web', 'aso_auth') THEN nullif(current_setting('app.user', true), '')
END::uuid;
--> statement-breakpoint
-- The first statement of a request's transaction; NULL for a visitor. Sets every setting that functions and triggers
-- read, for this transaction alone, so that no value that an earlier statement set for the session is used in it.
-- Temporary tables, where the role may create any, come after the shop's own.
CREATE FUNCTION set_caller(user_id uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM
    set_config('app.user', coalesce(user_id || '@' || extract(epoch FROM transaction_timestamp()), ''), true),
    set_config('app.ip_address', '', true),
    set_config('app.user_agent', '', true),
    set_config('app.reason', '', true),
    set_config('app.quiet', '', true),
    set_config('aso.is_seed', '', true),
    set_config('search_path', 'public,pg_temp', true);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION set_caller(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION set_caller(uuid) TO aso_web;
--> statement-breakpoint

-- Name, image and price of an item are those of its product. Where the product changed after the request read it, the
-- request reads it again (constraint order_items_product). The dates of a promotion are not checked: they are days of
-- the shop, whose time zone the database does not know. Processes of the release before are not checked: they would
-- not read again.
CREATE FUNCTION order_items_match_product() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM products p LEFT JOIN promotions pr ON pr.id = p.promotion_id
  WHERE p.id = NEW.product_id AND p.name = NEW.product_name AND p.price = NEW.list_price
    AND CASE
      WHEN NEW.promotion_code IS NULL THEN NEW.product_price = p.price
      WHEN NEW.promotion_code IS DISTINCT FROM pr.code THEN false
      WHEN pr.promotion_type = 'fixed' THEN NEW.product_price = greatest(0, p.price - pr.promotion_value)
      ELSE NEW.product_price = round(p.price * (100 - pr.promotion_value) / 100, 2)
    END
    AND (EXISTS (SELECT FROM product_images i WHERE i.product_id = p.id AND i.image_url = NEW.product_image)
      OR NEW.product_image = '/uploads/placeholder.jpg' AND NOT EXISTS (SELECT FROM product_images i WHERE i.product_id = p.id));
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the item differs from its product' USING ERRCODE = 'check_violation', CONSTRAINT = 'order_items_product';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_items_match_product BEFORE INSERT ON order_items FOR EACH ROW
  WHEN (session_user = 'aso_web') EXECUTE FUNCTION order_items_match_product();
