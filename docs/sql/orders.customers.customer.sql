-- findCustomerOfOrders
SELECT (array_agg(o.customer_name
  ORDER BY o.created_at DESC, o.id DESC))[1] AS name, (array_agg(o.customer_email
  ORDER BY o.created_at DESC, o.id DESC))[1] AS email, (array_agg(o.customer_phone
  ORDER BY o.created_at DESC, o.id DESC))[1] AS phone, count(*) AS orders, count(*) FILTER (WHERE o.status = 'cancelled') AS cancelled, coalesce(sum(i.total) FILTER (WHERE o.status <> 'cancelled'), 0)::numeric(16,2)::text AS total, min(o.created_at) AS "firstOrderAt", max(o.created_at) AS "lastOrderAt"
  FROM orders o, LATERAL (SELECT sum(product_price) AS total
  FROM order_items
  WHERE order_id = o.id) i
  WHERE o.user_id = ($1)::uuid
  HAVING count(*) > 0;
--   Aggregate
--     Nested Loop
--       Index orders_user_idx on orders
--       Aggregate
--         Index order_items_order_id_product_id_key on order_items
--           Index orders_pkey on orders

-- listContacts
SELECT c.contact
  FROM orders o, LATERAL (VALUES (o.customer_name), (o.customer_email), (o.customer_phone)) c (contact)
  WHERE o.user_id = ($1)::uuid AND c.contact <> ''
  GROUP BY c.contact
  ORDER BY max(o.created_at) DESC, c.contact
  LIMIT ($2);
--   Limit
--     Sort
--       Aggregate
--         Nested Loop
--           Index orders_user_idx on orders
--           Values Scan

-- listNotesOfCustomer
SELECT n.id, o.id AS "orderId", o.order_number AS "orderNumber", n.author, n.item, n.text, n.at
  FROM orders o, LATERAL ( SELECT s.id, coalesce(staff_name(s.author_id), 'Former staff member') AS author, NULL AS item, s.text, s.created_at AS at
  FROM staff_notes s
  WHERE s.order_id = o.id
  UNION ALL SELECT i.id, e.author, i.product_name, i.note, coalesce(e.at, i.created_at)
  FROM order_items i
  LEFT JOIN LATERAL ( SELECT CASE WHEN actor_id IS DISTINCT
  FROM o.user_id THEN actor_name END AS author, created_at AS at
  FROM order_events
  WHERE order_id = o.id AND kind = 'note' AND CASE WHEN detail ? 'itemId' THEN detail ->> 'itemId' = i.id::text ELSE detail ->> 'item' = i.product_name END
  ORDER BY created_at DESC, id DESC
  LIMIT 1 ) e ON true
  WHERE i.order_id = o.id AND i.note IS NOT NULL ) n
  WHERE o.user_id = ($1)::uuid
  ORDER BY n.at DESC, n.id
  LIMIT ($2);
--   Limit
--     Sort
--       Nested Loop
--         Index orders_user_idx on orders
--         Append
--           Index staff_notes_order_idx on staff_notes
--           Nested Loop
--             Index order_items_order_id_product_id_key on order_items
--               Index orders_pkey on orders
--             Limit
--               Index order_events_order_idx on order_events
--                 Index orders_pkey on orders
