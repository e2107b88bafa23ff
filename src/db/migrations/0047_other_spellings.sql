-- Orders and customers are found in other spellings, as products are (docs/decisions/0053-search-by-words.md).

-- As the one without `other_forms`, and each word also by other forms: for each pattern null, or LIKE patterns (`also`) and a
-- regular expression (`whole`) for forms that are whole words of names of products.
-- contract: unused since 1.0.0, which called that of 0004
DROP FUNCTION find_orders(text, boolean, text[], uuid, uuid, integer, integer, boolean, text, date, date, uuid, timestamptz, uuid, text, timestamptz);
--> statement-breakpoint
CREATE FUNCTION find_orders(in_status text, is_opened boolean, patterns text[], other_forms jsonb, id_from uuid, id_to uuid, most integer, skip integer,
  from_end boolean DEFAULT false, sorted text DEFAULT NULL, from_day date DEFAULT NULL, to_day date DEFAULT NULL, of_user uuid DEFAULT NULL,
  before_at timestamptz DEFAULT NULL, before_id uuid DEFAULT NULL,
  in_queue text DEFAULT NULL, queued_before timestamptz DEFAULT NULL)
RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  zone CONSTANT text := shop_time_zone();
  matches text := (SELECT string_agg(format('(search LIKE %1$L OR product_names LIKE %1$L'
      || CASE WHEN f.whole IS NULL THEN '' ELSE ' OR product_names LIKE ANY (%2$L) AND product_names ~ %3$L' END
      || ')', w.p, f.also, f.whole), ' AND ')
    FROM unnest(patterns) WITH ORDINALITY w (p, n),
      LATERAL (SELECT other_forms -> (n::integer - 1) ->> 'whole' AS whole,
        ARRAY(SELECT jsonb_array_elements_text(other_forms -> (n::integer - 1) -> 'also')) AS also) f);
  -- Nobody waits for a done order: all of them come newest first.
  first text := CASE WHEN in_status IN ('completed', 'cancelled') THEN NULL
    WHEN sorted = 'waiting' THEN '(CASE WHEN status IN (''pending'', ''processing'') THEN created_at END)'
    WHEN sorted = 'due' THEN '(CASE WHEN status IN (''pending'', ''processing'') THEN coalesce(due_day, ''infinity'') END)' END;
BEGIN
  IF is_admin_or_super_admin(caller()) IS NOT TRUE THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE 'SELECT id FROM orders WHERE true'
    || CASE WHEN in_status IS NULL THEN '' ELSE ' AND status = $1' END
    || CASE WHEN is_opened IS NULL THEN '' WHEN is_opened THEN ' AND opened_at IS NOT NULL' ELSE ' AND opened_at IS NULL' END
    || CASE
         WHEN matches IS NULL AND id_from IS NULL THEN ''
         WHEN matches IS NULL THEN ' AND id BETWEEN $2 AND $3'
         WHEN id_from IS NULL THEN ' AND ' || matches
         ELSE ' AND (id BETWEEN $2 AND $3 OR ' || matches || ')'
       END
    || CASE WHEN from_day IS NULL THEN '' ELSE ' AND created_at >= $6' END
    || CASE WHEN to_day IS NULL THEN '' ELSE ' AND created_at < $7' END
    || CASE WHEN of_user IS NULL THEN '' ELSE ' AND user_id = $8' END
    || CASE in_queue
         WHEN 'unopened' THEN ' AND status = ''pending'' AND confirmed_at IS NULL AND opened_at IS NULL AND created_at <= $11'
         WHEN 'unconfirmed' THEN ' AND status = ''pending'' AND confirmed_at IS NULL AND opened_at <= $11'
         ELSE ''
       END
    || CASE WHEN before_at IS NULL THEN '' ELSE ' AND (created_at, id) < ($9, $10)' END
    || ' ORDER BY ' || CASE WHEN first IS NULL THEN '' WHEN from_end THEN first || ' DESC, ' ELSE first || ', ' END
    || CASE WHEN from_end THEN 'created_at, id' ELSE 'created_at DESC, id DESC' END
    || ' LIMIT $4 OFFSET $5'
    USING in_status, id_from, id_to, most, skip, from_day::timestamp AT TIME ZONE zone, (to_day + 1)::timestamp AT TIME ZONE zone, of_user, before_at, before_id, queued_before;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_orders(text, boolean, text[], jsonb, uuid, uuid, integer, integer, boolean, text, date, date, uuid, timestamptz, uuid, text, timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_orders(text, boolean, text[], jsonb, uuid, uuid, integer, integer, boolean, text, date, date, uuid, timestamptz, uuid, text, timestamptz) TO aso_web;
--> statement-breakpoint

-- As the one of 0039, and of each word one of its LIKE patterns.
-- contract: unused since 1.0.0, which had none
DROP FUNCTION find_customers(text[], integer);
--> statement-breakpoint
CREATE FUNCTION find_customers(words jsonb, most integer)
RETURNS TABLE (id uuid, name text, email text, phone text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  matches text := (SELECT string_agg(format('search LIKE ANY (%1$L) AND substr(search, length(order_number) + 2) LIKE ANY (%1$L)',
    ARRAY(SELECT jsonb_array_elements_text(w))), ' AND ') FROM jsonb_array_elements(words) w);
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
REVOKE ALL ON FUNCTION find_customers(jsonb, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_customers(jsonb, integer) TO aso_web;
