-- findVersion
select "version", staff_name("updated_by"), "updated_at"
  from "products"
  where "products"."id" = $1;
--   Index products_pkey on products

-- insertProduct
insert into "products" ("id", "name", "description", "price", "category_id", "featured", "status", "sold_out", "switched_by", "switched_at", "promotion_id", "sku", "likes", "is_demo", "version", "updated_by", "created_at", "updated_at")
  values ($1, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default)
  on conflict ("id") do nothing;
--   ModifyTable

-- updateProduct
update "products"
  set "id" = $1, "name" = $2, "status" = $3, "promotion_id" = $4, "updated_at" = $5
  where ("products"."id" = $6 and "products"."version" = $7);
--   ModifyTable
--     Index products_pkey on products

-- deleteProduct
delete
  from "products"
  where "products"."id" = $1;
--   ModifyTable
--     Index products_pkey on products

-- lockSwitches
select "featured", "status", "sold_out", staff_name("switched_by"), coalesce("switched_at", "updated_at")
  from "products"
  where "products"."id" = $1 for update;
--   LockRows
--     Index products_pkey on products

-- updateSwitches
update "products"
  set "id" = $1, "name" = $2, "status" = $3, "promotion_id" = $4, "updated_at" = $5
  where "products"."id" = $6;
--   ModifyTable
--     Index products_pkey on products

-- findProductTotals
SELECT is_admin_or_super_admin(caller()) AS "isStaff", coalesce(sum(delta) FILTER (WHERE name = 'products'), 0)::integer AS total, coalesce(sum(delta) FILTER (WHERE name = 'products:featured'), 0)::integer AS featured, coalesce(sum(delta) FILTER (WHERE name = 'products:draft'), 0)::integer AS drafts, coalesce(sum(delta) FILTER (WHERE name = 'products:sold_out'), 0)::integer AS "soldOut"
  FROM counters
  WHERE name IN ('products', 'products:featured', 'products:draft', 'products:sold_out');
--   Aggregate
--     Index counters_name_idx on counters
