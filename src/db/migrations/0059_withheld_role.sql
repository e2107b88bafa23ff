-- Whoever signed in without the second step that ADMINS_NEED_TWO_STEP asks of the staff has the rights of a customer
-- (docs/decisions/0022-audit-log.md), also below the operations: row level security gives them no others.
SELECT patch_function('set_caller(uuid, text, text)', $q$set_config('app.api_key', '', true),$q$,
  $q$set_config('app.api_key', '', true),
    set_config('app.role_withheld', '', true),$q$);
--> statement-breakpoint
-- The rest of this transaction has no role above a customer's.
CREATE FUNCTION withhold_role() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.role_withheld', 'on', true);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION withhold_role() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION withhold_role() TO aso_web;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION is_admin_or_super_admin(user_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE SET search_path = public, pg_temp
AS $$ SELECT (coalesce(current_setting('app.role_withheld', true), '') = '' OR user_id IS DISTINCT FROM caller())
  AND EXISTS (SELECT FROM profiles p WHERE p.id = user_id AND p.role IN ('admin', 'super_admin') AND NOT p.banned) $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION is_super_admin(user_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL SAFE SET search_path = public, pg_temp
AS $$ SELECT coalesce(current_setting('app.api_key', true), '') = ''
  AND (coalesce(current_setting('app.role_withheld', true), '') = '' OR user_id IS DISTINCT FROM caller())
  AND EXISTS (SELECT FROM profiles p WHERE p.id = user_id AND p.role = 'super_admin' AND NOT p.banned) $$;
