-- listFoundOrders
SELECT o.id, o.order_number AS "orderNumber", o.status, o.created_at AS "createdAt", o.customer_name AS "customerName"
  FROM find_orders(null, null, $1::text[], $2::jsonb, $3::uuid, $4::uuid, ($5), 0) WITH ORDINALITY AS f (id, place)
  JOIN orders o ON o.id = f.id
  ORDER BY f.place;
--   Sort
--     Hash Join
--       Function Scan
--       Hash
--         Index orders_pkey on orders

-- listFoundCustomers
SELECT id, name, email, phone
  FROM find_customers($1::jsonb, ($2)) WITH ORDINALITY AS f (id, name, email, phone, place)
  ORDER BY place;
--   Function Scan
