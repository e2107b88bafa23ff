-- The names of the glossary, by renames: no row of a table is written except the details of sign-ins.

-- A rename waits for running statements on its table, and later ones wait behind it: longer than the 15 s of a statement, then not at all.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint
ALTER TABLE sessions RENAME COLUMN way TO sign_in_method;
--> statement-breakpoint
ALTER TABLE sessions RENAME COLUMN second_step TO second_factor;
--> statement-breakpoint
ALTER TABLE sessions RENAME COLUMN proven_at TO reauthenticated_at;
--> statement-breakpoint
ALTER TABLE sessions RENAME CONSTRAINT sessions_way_check TO sessions_sign_in_method_check;
--> statement-breakpoint
ALTER TABLE sessions RENAME CONSTRAINT sessions_second_step_check TO sessions_second_factor_check;
--> statement-breakpoint
ALTER TABLE accounts RENAME COLUMN address TO email;
--> statement-breakpoint
ALTER TABLE accounts RENAME CONSTRAINT accounts_address_check TO accounts_email_check;
--> statement-breakpoint
ALTER TABLE backups RENAME COLUMN proven_at TO verified_at;
--> statement-breakpoint
ALTER TABLE backups RENAME COLUMN drill_error TO verification_error;
--> statement-breakpoint
ALTER TABLE backups RENAME CONSTRAINT backups_drill_error_check TO backups_verification_error_check;
--> statement-breakpoint
ALTER VIEW journal RENAME TO audit_events;
--> statement-breakpoint
ALTER VIEW people RENAME TO users;
--> statement-breakpoint
UPDATE account_events SET detail = detail - ARRAY['way', 'second_step']
  || jsonb_strip_nulls(jsonb_build_object('sign_in_method', detail->'way', 'second_factor', detail->'second_step'))
WHERE detail ?| ARRAY['way', 'second_step'];
--> statement-breakpoint

-- The triggers call the function by its id, whatever it is named.
ALTER FUNCTION tell_changes() RENAME TO notify_changes;
--> statement-breakpoint
DO $$
DECLARE
  t record;
BEGIN
  FOR t IN SELECT tgname AS name, tgrelid::regclass AS of FROM pg_trigger WHERE tgname LIKE 'tell\_%' AND NOT tgisinternal LOOP
    EXECUTE format('ALTER TRIGGER %I ON %s RENAME TO %I', t.name, t.of, replace(t.name, 'tell_', 'notify_'));
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TRIGGER categories_no_circle ON categories RENAME TO categories_no_cycle;
--> statement-breakpoint
ALTER FUNCTION categories_no_circle() RENAME TO categories_no_cycle;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION categories_no_cycle() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.parent_id IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('aso.category_tree'));
  IF EXISTS (
    WITH RECURSIVE up AS (
      SELECT parent_id FROM categories WHERE id = NEW.id
      UNION SELECT c.parent_id FROM categories c JOIN up ON c.id = up.parent_id
    ) SELECT FROM up WHERE parent_id = NEW.id
  ) THEN
    RAISE EXCEPTION 'a category cannot be below itself' USING ERRCODE = 'check_violation', CONSTRAINT = 'categories_no_cycle';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER TRIGGER profiles_leave ON profiles RENAME TO profiles_anonymize;
--> statement-breakpoint
ALTER FUNCTION profiles_leave() RENAME TO profiles_anonymize;
--> statement-breakpoint
ALTER FUNCTION let_products_go(uuid, integer) RENAME TO remove_from_promotion;
--> statement-breakpoint

-- CREATE OR REPLACE cannot rename a parameter.
DROP FUNCTION colleague_name(uuid), picture_is_named(text);
--> statement-breakpoint
-- The name of a user for staff: admins may not list users, but see who changed something.
CREATE FUNCTION staff_name(user_id uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email)
  FROM profiles p WHERE p.id = user_id AND is_admin_or_super_admin(caller())
$$;
--> statement-breakpoint
-- Whether a row uses the image of this URL. Waits for orders being submitted, which share the lock.
CREATE FUNCTION image_is_named(url text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('aso.ordered_images'));
  RETURN EXISTS (SELECT FROM product_images WHERE image_url = url)
    OR EXISTS (SELECT FROM order_items WHERE product_image = url)
    OR EXISTS (SELECT FROM hero_slide_images WHERE image_url = url)
    OR EXISTS (SELECT FROM categories WHERE image_url = url);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION staff_name(uuid), image_is_named(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION staff_name(uuid), image_is_named(text) TO aso_web;
