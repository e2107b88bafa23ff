-- updateStatuses
WITH chosen AS MATERIALIZED ( SELECT id, status
  FROM orders
  WHERE id = ANY ($1::uuid[]) AND status <> $2
  ORDER BY id
  FOR UPDATE ), changed AS ( UPDATE orders o
  SET status = $3, updated_at = $4::timestamptz
  FROM chosen
  WHERE o.id = chosen.id
  RETURNING o.id, chosen.status AS before ) INSERT INTO order_events (id, order_id, kind, detail, actor_id, created_at) SELECT gen_random_uuid(), id, 'status', jsonb_build_object('before', before, 'after', $5::text), $6::uuid, clock_timestamp()
  FROM changed;
--   ModifyTable
--     LockRows
--       Index orders_pkey on orders
--     ModifyTable
--       Nested Loop
--         CTE Scan
--         Index orders_pkey on orders
--     Subquery Scan
--       CTE Scan
--     Index orders_pkey on orders
