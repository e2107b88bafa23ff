-- lockOfOtherStatus
SELECT id
  FROM orders
  WHERE id = ANY ($1::uuid[]) AND status <> ($2)
  ORDER BY id FOR UPDATE;
--   LockRows
--     Index orders_pkey on orders

-- updateStatuses
WITH changed AS ( UPDATE orders o
  SET status = $1, updated_at = $2::timestamptz
  FROM orders b
  WHERE b.id = o.id AND o.id = ANY ($3::uuid[])
  RETURNING o.id, b.status AS before ) INSERT INTO order_events (id, order_id, kind, detail, actor_id, created_at) SELECT gen_random_uuid(), id, 'status', jsonb_build_object('before', before, 'after', $4::text), $5::uuid, clock_timestamp()
  FROM changed;
--   ModifyTable
--     ModifyTable
--       Nested Loop
--         Index orders_pkey on orders
--         Index orders_pkey on orders
--     Subquery Scan
--       CTE Scan
--     Index orders_pkey on orders
