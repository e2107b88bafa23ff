-- listDaySales
SELECT day::text, sum(orders)::bigint AS orders, sum(money)::text AS money
  FROM sales_totals
  WHERE kind = 'shop' AND day BETWEEN $1 AND $2
  GROUP BY day
  HAVING sum(orders) > 0
  ORDER BY day;
--   Sort
--     Aggregate
--       Index sales_totals_pkey on sales_totals

-- listBestSellers
SELECT s.key AS "productId", coalesce(p.name, i.product_name, '') AS name, coalesce((SELECT image_url
  FROM product_images
  WHERE product_id = p.id AND is_primary), i.product_image) AS image, p.id IS NOT NULL AS "inShop", s.items, s.money
  FROM ( SELECT key, sum(items)::bigint AS items, sum(money)::text AS money
  FROM sales_totals
  WHERE kind = 'product' AND day BETWEEN $1 AND $2
  GROUP BY key
  HAVING sum(items) > 0
  ORDER BY sum(items) DESC, sum(money) DESC, key
  LIMIT $3 ) s
  LEFT JOIN products p ON p.id = s.key::uuid
  LEFT JOIN LATERAL ( SELECT product_name, product_image
  FROM order_items
  WHERE product_id = s.key::uuid
  ORDER BY created_at DESC
  LIMIT 1 ) i ON true
  ORDER BY s.items DESC, s.money::numeric DESC, s.key;
--   Sort
--     Nested Loop
--       Hash Join
--         Index products_pkey on products
--         Hash
--           Subquery Scan
--             Limit
--               Sort
--                 Aggregate
--                   Sort
--                     Index sales_totals_pkey on sales_totals
--       Limit
--         Index order_items_product_idx on order_items
--           Index orders_pkey on orders
--       Index product_images_one_primary on product_images
--         Index products_pkey on products

-- findOldestPending
SELECT id, order_number AS "orderNumber", customer_name AS "customerName", created_at AS "createdAt"
  FROM orders
  WHERE status = 'pending'
  ORDER BY created_at, id
  LIMIT 1;
--   Limit
--     Index orders_status_idx on orders

-- listPromotionSales
SELECT p.id, p.name, p.code, p.start_date::text AS "startDate", p.end_date::text AS "endDate", t.items, t.money::text, t.reduction::text
  FROM promotions p, LATERAL ( SELECT coalesce(sum(items), 0)::bigint AS items, coalesce(sum(money), 0)::numeric(16,2) AS money, coalesce(sum(reduction), 0)::numeric(16,2) AS reduction
  FROM sales_totals
  WHERE kind = 'promotion' AND key = lower(p.code) AND day BETWEEN p.start_date AND p.end_date ) t
  WHERE p.end_date >= $1 AND p.start_date <= $2
  ORDER BY t.money DESC, p.start_date DESC, p.id
  LIMIT $3;
--   Limit
--     Sort
--       Nested Loop
--         Index promotions_window_idx on promotions
--         Aggregate
--           Index sales_totals_promotion_idx on sales_totals
