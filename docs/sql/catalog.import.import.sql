-- lockOrdering
select "version", staff_name("updated_by"), "updated_at"
  from "orderings"
  where "orderings"."name" = $1 for update;
--   LockRows
--     Index orderings_pkey on orderings

-- findProgress
SELECT coalesce(max(l.objid::bigint) FILTER (WHERE l.classid = hashtext($1)::oid), 0)::int AS written, coalesce(max(l.objid::bigint) FILTER (WHERE l.classid = hashtext($2)::oid), 0)::int AS total
  FROM pg_locks l
  JOIN pg_database d ON d.oid = l.database
  WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objsubid = 2;
--   Aggregate
--     Nested Loop
--       Function Scan
--       Index pg_database_datname_index on pg_database

-- publishProgress
SELECT pg_try_advisory_xact_lock(hashtext($1), $2::int), pg_try_advisory_xact_lock(hashtext($3), $4::int);


-- insertImport
insert into "product_imports" ("id", "user_id", "idempotency_key", "body_hash", "product_count", "changed_count", "category_count", "change_set_id", "created_at")
  values (default, default, default, default, default, default, default, default, default), (default, default, default, default, default, default, default, default, default)
  on conflict do nothing
  returning "id";
--   ModifyTable
--     Values Scan

-- findImport
select "id", "user_id", "idempotency_key", "body_hash", "product_count", "changed_count", "category_count", "change_set_id", "created_at"
  from "product_imports"
  where "product_imports"."user_id" = $1 AND "product_imports"."idempotency_key" = $2;
--   Index product_imports_user_id_idempotency_key_key on product_imports

-- updateImport
update "product_imports"
  set "category_count" = $1, "change_set_id" = public.current_change_set()
  where "product_imports"."id" = ($2)
  returning "change_set_id";
--   ModifyTable
--     Index product_imports_user_id_idempotency_key_key on product_imports

-- listKnownCategories
select "id", "parent_id", "display_order", "name", lower("name")
  from "categories";
--   Seq Scan on categories

-- listCategoryKeys
SELECT lower(name) AS key
  FROM unnest($1::text[]) WITH ORDINALITY AS n(name, position)
  ORDER BY position;
--   Function Scan

-- listMatches
WITH wanted AS MATERIALIZED ( SELECT position, nullif(fold(btrim(key)), '') AS key
  FROM unnest($1::text[]) WITH ORDINALITY AS n(key, position) ) SELECT w.position::int - 1 AS at, p.*
  FROM wanted w, LATERAL (SELECT p.id, p.version, p.name, p.description, p.price::text AS price, p.category_id, p.featured, p.sku
  FROM products p
  WHERE p.name_key = w.key
  LIMIT 2) p
  ORDER BY w.position;
--   Sort
--     Function Scan
--     Nested Loop
--       CTE Scan
--       Limit
--         Index products_name_idx on products

-- lockVersions
SELECT id, name, version, staff_name(updated_by) AS updated_by, updated_at
  FROM products
  WHERE id = ANY($1::uuid[])
  ORDER BY id FOR NO KEY UPDATE;
--   LockRows
--     Index products_pkey on products

-- listOutdated
SELECT u.position::int - 1 AS at, p.name, staff_name(p.updated_by) AS updated_by, p.updated_at
  FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS u(id, version, position)
  LEFT JOIN products p ON p.id = u.id
  WHERE p.version IS DISTINCT
  FROM u.version
  ORDER BY u.position;
--   Nested Loop
--     Function Scan
--     Index products_pkey on products

-- listUsedSlugs
select "slug"
  from "categories";
--   Seq Scan on categories

-- lockCategories
SELECT id
  FROM categories
  WHERE id = ANY($1::uuid[])
  ORDER BY id FOR SHARE;
--   LockRows
--     Index categories_pkey on categories

-- insertCategories
insert into "categories" ("id", "name", "slug", "description", "parent_id", "is_active", "switched_by", "switched_at", "display_order", "image_url", "image_width", "image_height", "image_placeholder", "is_demo", "version", "updated_by", "created_at", "updated_at")
  values (default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default), (default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default);
--   ModifyTable
--     Values Scan

-- insertProducts
INSERT INTO products (id, name, description, price, category_id, featured, sku, status) SELECT r.id, r.name, r.description, r.price, c.id, r.featured, r.sku, $1
  FROM ROWS
  FROM ( json_to_recordset(($2)::json) AS (name text, description text, price numeric, category text, featured boolean, sku text), unnest($3::uuid[]) ) AS r(name, description, price, category, featured, sku, id)
  LEFT JOIN unnest($4::text[], $5::uuid[]) AS c(text, id) ON c.text = r.category;
--   ModifyTable
--     Hash Join
--       Function Scan
--       Hash
--         Function Scan

-- updateProducts
UPDATE products p
  SET name = coalesce(r.name, p.name), description = coalesce(r.description, p.description), price = coalesce(r.price, p.price), category_id = coalesce(r.category_id, p.category_id), featured = coalesce(r.featured, p.featured), sku = coalesce(r.sku, p.sku)
  FROM ( SELECT j.*, c.id AS category_id
  FROM json_to_recordset(($1)::json) AS j(id uuid, name text, description text, price numeric, category text, featured boolean, sku text)
  LEFT JOIN unnest($2::text[], $3::uuid[]) AS c(text, id) ON c.text = j.category ) r
  WHERE p.id = r.id;
--   ModifyTable
--     Hash Join
--       Nested Loop
--         Function Scan
--         Index products_pkey on products
--       Hash
--         Function Scan
