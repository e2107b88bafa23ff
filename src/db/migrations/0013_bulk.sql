-- The search of the back office, and that of the promotions.
CREATE INDEX promotions_words_idx ON promotions USING gin (fold(name || ' ' || code) gin_trgm_ops);
--> statement-breakpoint

-- An export reads on after the last order it has: `before_at` and `before_id`, its time and id.
DROP FUNCTION find_orders(text, boolean, text[], uuid, uuid, integer, integer, boolean);
--> statement-breakpoint
CREATE FUNCTION find_orders(in_status text, is_opened boolean, patterns text[], id_from uuid, id_to uuid, most integer, skip integer, from_end boolean DEFAULT false, before_at timestamptz DEFAULT NULL, before_id uuid DEFAULT NULL)
RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  matches text := (SELECT string_agg(format('search LIKE %L', p), ' AND ') FROM unnest(patterns) p);
BEGIN
  IF is_admin_or_super_admin(caller()) IS NOT TRUE THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE 'SELECT id FROM orders WHERE true'
    || CASE WHEN in_status IS NULL THEN '' ELSE ' AND status = $1' END
    || CASE WHEN is_opened IS NULL THEN '' WHEN is_opened THEN ' AND opened_at IS NOT NULL' ELSE ' AND opened_at IS NULL' END
    || CASE WHEN before_at IS NULL THEN '' ELSE ' AND (created_at, id) < ($6, $7)' END
    || CASE
         WHEN matches IS NULL AND id_from IS NULL THEN ''
         WHEN matches IS NULL THEN ' AND id BETWEEN $2 AND $3'
         WHEN id_from IS NULL THEN ' AND ' || matches
         ELSE ' AND (id BETWEEN $2 AND $3 OR ' || matches || ')'
       END
    || CASE WHEN from_end THEN ' ORDER BY created_at, id' ELSE ' ORDER BY created_at DESC, id DESC' END
    || ' LIMIT $4 OFFSET $5'
    USING in_status, id_from, id_to, most, skip, before_at, before_id;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_orders(text, boolean, text[], uuid, uuid, integer, integer, boolean, timestamptz, uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_orders(text, boolean, text[], uuid, uuid, integer, integer, boolean, timestamptz, uuid) TO aso_web;
