-- listTimeline
WITH changed AS ( SELECT md5('change ' || c.id)::uuid AS id, c.table_name, c.operation, s.actor_id IS NULL AND s.actor_name = 'database' AS by_sql, CASE s.actor_name WHEN 'database' THEN 'The server' ELSE s.actor_name END AS name, c.at, c.row_id, coalesce(c.before, '{}') AS before, coalesce(c.after, '{}') AS after
  FROM changed_rows c, LATERAL ( SELECT actor_id, actor_name
  FROM change_history
  WHERE at = c.at AND id = c.set_id
  LIMIT 1 ) s
  WHERE c.thing_id = ($1)::uuid ) SELECT *
  FROM ( SELECT id, kind, actor_name AS name, created_at AS at, detail, false AS "canDelete"
  FROM order_events
  WHERE order_id = ($2) AND (kind = 'submitted' OR id IN ( SELECT id
  FROM order_events
  WHERE order_id = ($3)
  ORDER BY created_at DESC, id DESC
  LIMIT $4))
  UNION ALL SELECT id, 'staff_note', coalesce(staff_name(author_id), 'Former staff member'), created_at, jsonb_build_object('text', text), coalesce(author_id = (SELECT caller()), false) OR (SELECT is_super_admin((SELECT caller())))
  FROM staff_notes
  WHERE order_id = ($5)
  UNION ALL SELECT id, 'email', '', at, jsonb_build_object('reader', reader, 'state', state), false
  FROM order_mails(($6))
  UNION ALL SELECT id, 'due', name, at, jsonb_build_object('before', coalesce(before ->> 'due_day', ''), 'after', coalesce(after ->> 'due_day', '')), false
  FROM changed
  WHERE table_name = 'orders' AND after ? 'due_day'
  UNION ALL SELECT id, 'confirmed', name, at, jsonb_build_object('after', coalesce(after ->> 'confirmed_at', '')), false
  FROM changed
  WHERE table_name = 'orders' AND after ? 'confirmed_at'
  UNION ALL -- Older than the history, or of the demonstration. SELECT md5('confirmed ' || id)::uuid, 'confirmed', '', confirmed_at, jsonb_build_object('after', confirmed_at), false
  FROM orders
  WHERE id = ($7) AND confirmed_at IS NOT NULL AND NOT EXISTS (SELECT
  FROM changed
  WHERE table_name = 'orders' AND after ? 'confirmed_at')
  UNION ALL SELECT id, 'staff_note_deleted', name, at, '{}', false
  FROM changed
  WHERE table_name = 'staff_notes' AND operation = 'delete'
  UNION ALL SELECT id, 'status', name, at, jsonb_build_object('before', before ->> 'status', 'after', after ->> 'status'), false
  FROM changed
  WHERE by_sql AND table_name = 'orders' AND after ? 'status'
  UNION ALL SELECT id, CASE operation WHEN 'update' THEN 'note' WHEN 'delete' THEN 'item_removed' ELSE 'item_restored' END, name, at, CASE operation WHEN 'update' THEN jsonb_build_object('item', coalesce((SELECT i.product_name
  FROM order_items i
  WHERE i.id = row_id), (SELECT d.before ->> 'product_name'
  FROM changed d
  WHERE d.row_id = changed.row_id AND d.operation = 'delete'
  LIMIT 1), ''), 'itemId', row_id, 'before', coalesce(before ->> 'note', ''), 'after', coalesce(after ->> 'note', '')) ELSE jsonb_build_object('item', (before || after) ->> 'product_name', 'itemId', row_id, 'price', ((before || after) ->> 'product_price')::numeric(12, 2)::text, 'note', coalesce((before || after) ->> 'note', '')) END, false
  FROM changed
  WHERE by_sql AND table_name = 'order_items' -- Items that were not deleted before came with the order. AND (operation <> 'insert' OR EXISTS ( SELECT
  FROM changed d
  WHERE d.row_id = changed.row_id AND d.operation = 'delete' AND d.at < changed.at)) ) t
  ORDER BY kind <> 'submitted', at, id;
--   Sort
--     Nested Loop
--       Append
--         Index changes_thing_id_at_id_idx on changes
--       Limit
--         Append
--           Index change_sets_actor_id_at_id_idx on change_sets
--     Append
--       Index order_events_order_idx on order_events
--         Index orders_pkey on orders
--         Limit
--           Index order_events_order_idx on order_events
--             Index orders_pkey on orders
--       Index staff_notes_order_idx on staff_notes
--       Function Scan
--       CTE Scan
--       CTE Scan
--       Index orders_pkey on orders
--       CTE Scan
--       CTE Scan
--         Index order_items_pkey on order_items
--           Index orders_pkey on orders
--         Limit
--           CTE Scan
--         CTE Scan
