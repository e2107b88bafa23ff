-- lockSelected
SELECT id
  FROM products
  WHERE id = ANY ($1::uuid[]) AND "name" IS DISTINCT
  FROM $2
  ORDER BY id FOR UPDATE;
--   LockRows
--     Index products_pkey on products

-- updateProducts
UPDATE products
  SET "name" = $1
  WHERE id = ANY ($2::uuid[]);
--   ModifyTable
--     Index products_pkey on products

-- deleteProducts
DELETE
  FROM products
  WHERE id = ANY ($1::uuid[]);
--   ModifyTable
--     Index products_pkey on products
