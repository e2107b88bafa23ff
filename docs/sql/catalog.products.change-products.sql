-- updateSwitchOf
WITH chosen AS MATERIALIZED (SELECT id
  FROM products
  WHERE id = ANY ($1::uuid[]) AND "name" <> ($2)
  ORDER BY id FOR UPDATE) UPDATE products p
  SET "name" = ($3)
  FROM chosen
  WHERE p.id = chosen.id;
--   ModifyTable
--     LockRows
--       Index products_pkey on products
--     Nested Loop
--       CTE Scan
--       Index products_pkey on products

-- updateCategoryOf
WITH chosen AS MATERIALIZED (SELECT id
  FROM products
  WHERE id = ANY ($1::uuid[]) AND category_id IS DISTINCT
  FROM ($2)::uuid
  ORDER BY id FOR UPDATE) UPDATE products p
  SET category_id = ($3)::uuid
  FROM chosen
  WHERE p.id = chosen.id;
--   ModifyTable
--     LockRows
--       Index products_pkey on products
--     Nested Loop
--       CTE Scan
--       Index products_pkey on products

-- updatePromotionOfSelected
WITH chosen AS MATERIALIZED (SELECT id
  FROM products
  WHERE id = ANY ($1::uuid[]) AND promotion_id IS DISTINCT
  FROM ($2)::uuid
  ORDER BY id FOR UPDATE) UPDATE products p
  SET promotion_id = ($3)::uuid
  FROM chosen
  WHERE p.id = chosen.id;
--   ModifyTable
--     LockRows
--       Index products_pkey on products
--     Nested Loop
--       CTE Scan
--       Index products_pkey on products

-- deleteSelected
WITH chosen AS MATERIALIZED (SELECT id
  FROM products
  WHERE id = ANY ($1::uuid[])
  ORDER BY id FOR UPDATE) DELETE
  FROM products p USING chosen
  WHERE p.id = chosen.id;
--   ModifyTable
--     LockRows
--       Index products_pkey on products
--     Nested Loop
--       CTE Scan
--       Index products_pkey on products
