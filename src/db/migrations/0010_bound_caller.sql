-- What injected SQL leaves on its connection, and what it writes into an order's items.

-- CREATE TRIGGER waits for running writes, and later ones wait behind it: longer than the 15 s of a statement, then not at all.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint

-- A function of a request's own in the schema public could stand for one of the shop's that the owner calls. Databases
-- that were made before PostgreSQL 15 let everybody make some. Where the shop's role may not end that, the start is
-- refused with the statement to run.
DO $$
BEGIN
  REVOKE CREATE ON SCHEMA public FROM PUBLIC;
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;
--> statement-breakpoint

-- Whom the transaction acts for, as set_caller() wrote it: '<user>@<start of this transaction>'. A value that was set
-- for the session is of another transaction and names nobody, for no statement knows the microsecond in which a later
-- transaction begins. A user alone counts only where no request is signed in: processes of the release before, whose
-- session_user is the owner, and the shop's own commands. After a transaction the setting is '', not NULL.
CREATE OR REPLACE FUNCTION caller() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE
  WHEN split_part(current_setting('app.user', true), '@', 2) = extract(epoch FROM transaction_timestamp())::text
    THEN split_part(current_setting('app.user', true), '@', 1)
  WHEN session_user NOT IN ('aso_web', 'aso_auth') THEN nullif(current_setting('app.user', true), '')
END::uuid;
--> statement-breakpoint
-- Begins a request's transaction, NULL for a visitor. All that functions and triggers read from settings is set for
-- this transaction alone: no value that an earlier statement set for the session counts in it. Temporary tables, where
-- the role may make any, come after the shop's own.
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

-- An item says what its product is called, looks like and costs. Where that changed after the request read it, the
-- request reads again (constraint order_items_product). The window of a promotion is in days of the shop, whose time
-- zone the database does not know. Requests of the release before are left alone: they would not read again.
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
    AND CASE
      WHEN NEW.product_image = '/uploads/placeholder.jpg' THEN NOT EXISTS (SELECT FROM product_images i WHERE i.product_id = p.id)
      ELSE EXISTS (SELECT FROM product_images i WHERE i.product_id = p.id AND i.image_url = NEW.product_image)
    END;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the item differs from its product' USING ERRCODE = 'check_violation', CONSTRAINT = 'order_items_product';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_items_match_product BEFORE INSERT ON order_items FOR EACH ROW
  WHEN (session_user = 'aso_web') EXECUTE FUNCTION order_items_match_product();
