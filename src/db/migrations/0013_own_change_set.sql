-- The change set of this transaction; NULL before its first recorded change. An operation answers it, so that the toast
-- of its success can undo exactly what it did.
CREATE FUNCTION current_change_set() RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT s.id FROM change_sets s WHERE s.at = now() AND s.transaction_id = pg_current_xact_id_if_assigned());
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION current_change_set() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION current_change_set() TO aso_web;
