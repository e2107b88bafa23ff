-- listOrdersForExport
SELECT o.id, o.created_at::text AS place, o.order_number AS "orderNumber", o.created_at AS "createdAt", o.status, o.opened_at AS "openedAt", o.confirmed_at AS "confirmedAt", o.customer_name AS "customerName", o.customer_email AS "customerEmail", o.customer_phone AS "customerPhone", coalesce(( SELECT json_agg(json_build_object('name', i.product_name, 'price', i.product_price::text, 'listPrice', i.list_price::text, 'promotion', i.promotion_code, 'note', i.note)
  ORDER BY i.position, i.id)
  FROM order_items i
  WHERE i.order_id = o.id ), '[]'::json) AS items
  FROM find_orders($1::text, $2::boolean, $3::text[], $4::jsonb, $5::uuid, $6::uuid, $7, $8, $9, $10::text, $11::date, $12::date, $13::uuid, $14::timestamptz, $15::uuid, $16::text, now() - $17 * interval '1 minute') with ordinality as f(id, place)
  JOIN orders o ON o.id = f.id
  ORDER BY f.place;
--   Sort
--     Hash Join
--       Function Scan
--       Hash
--         Index orders_pkey on orders
--       Aggregate
--         Sort
--           Index order_items_order_id_product_id_key on order_items
--             Index orders_pkey on orders

-- listSelectedForExport
SELECT o.id, o.created_at::text AS place, o.order_number AS "orderNumber", o.created_at AS "createdAt", o.status, o.opened_at AS "openedAt", o.confirmed_at AS "confirmedAt", o.customer_name AS "customerName", o.customer_email AS "customerEmail", o.customer_phone AS "customerPhone", coalesce(( SELECT json_agg(json_build_object('name', i.product_name, 'price', i.product_price::text, 'listPrice', i.list_price::text, 'promotion', i.promotion_code, 'note', i.note)
  ORDER BY i.position, i.id)
  FROM order_items i
  WHERE i.order_id = o.id ), '[]'::json) AS items
  FROM ( SELECT id, row_number() OVER (ORDER BY created_at DESC, id DESC) AS place
  FROM orders
  WHERE id = ANY ($1::uuid[]) AND ($2::uuid IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
  ORDER BY place
  LIMIT $5 ) f
  JOIN orders o ON o.id = f.id
  ORDER BY f.place;
--   Nested Loop
--     Limit
--       Sort
--         WindowAgg
--           Sort
--             Index orders_pkey on orders
--     Index orders_pkey on orders
--     Aggregate
--       Sort
--         Index order_items_order_id_product_id_key on order_items
--           Index orders_pkey on orders
