-- listPrices
SELECT id, name, price
  FROM products
  WHERE id = ANY ($1::uuid[])
  ORDER BY name_key, id
  LIMIT ($2);
--   Limit
--     Index products_name_idx on products

-- lockPrices
WITH locked AS MATERIALIZED ( SELECT id, price, updated_by, updated_at
  FROM products
  WHERE id = ANY ($1::uuid[])
  ORDER BY id
  FOR NO KEY UPDATE ) SELECT w.id, l.price, staff_name(l.updated_by) AS "updatedBy", l.updated_at AS "updatedAt"
  FROM unnest($2::uuid[], $3::numeric[]) AS w(id, before)
  LEFT JOIN locked l ON l.id = w.id
  WHERE l.price IS DISTINCT
  FROM w.before
  ORDER BY w.id;
--   Sort
--     LockRows
--       Index products_pkey on products
--     Hash Join
--       Function Scan
--       Hash
--         CTE Scan

-- updatePrices
UPDATE products p
  SET price = w.after
  FROM unnest($1::uuid[], $2::numeric[]) AS w(id, after)
  WHERE p.id = w.id;
--   ModifyTable
--     Nested Loop
--       Function Scan
--       Index products_pkey on products
