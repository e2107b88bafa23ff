-- findVersion
select "version", staff_name("updated_by"), "updated_at"
  from "products"
  where "products"."id" = $1;
--   Index products_pkey on products

-- insertProduct
insert into "products" ("id", "name", "description", "price", "category_id", "featured", "switched_by", "switched_at", "promotion_id", "sku", "likes", "is_demo", "version", "updated_by", "created_at", "updated_at")
  values ($1, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default)
  on conflict ("id") do nothing;
--   ModifyTable

-- updateProduct
update "products"
  set "id" = $1, "name" = $2, "promotion_id" = $3, "updated_at" = $4
  where ("products"."id" = $5 and "products"."version" = $6);
--   ModifyTable
--     Index products_pkey on products

-- deleteProduct
delete
  from "products"
  where "products"."id" = $1;
--   ModifyTable
--     Index products_pkey on products

-- lockFeatured
select "featured", staff_name("switched_by"), coalesce("switched_at", "updated_at")
  from "products"
  where "products"."id" = $1 for update;
--   LockRows
--     Index products_pkey on products

-- updateFeatured
update "products"
  set "featured" = $1
  where "products"."id" = $2;
--   ModifyTable
--     Index products_pkey on products

-- findProductTotals
SELECT coalesce(sum(delta) FILTER (WHERE name = 'products'), 0)::integer AS total, coalesce(sum(delta) FILTER (WHERE name = 'products:featured'), 0)::integer AS featured
  FROM counters
  WHERE name IN ('products', 'products:featured');
--   Aggregate
--     Index counters_name_idx on counters
