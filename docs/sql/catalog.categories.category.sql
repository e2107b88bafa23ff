-- isImageNamed
select image_is_named(($1)) as value;


-- findOrdering
select "version", staff_name("updated_by"), "updated_at"
  from "orderings"
  where "orderings"."name" = $1;
--   Index orderings_pkey on orderings

-- lockOrdering
select "version", staff_name("updated_by"), "updated_at"
  from "orderings"
  where "orderings"."name" = $1 for update;
--   LockRows
--     Index orderings_pkey on orderings

-- listCategories
select "id", "name", "slug", "description", "parent_id", "is_active", "switched_by", "switched_at", "display_order", "image_url", "image_width", "image_height", "image_placeholder", "is_demo", "version", "updated_by", "created_at", "updated_at"
  from "categories";
--   Seq Scan on categories

-- listOldSlugs
select "slug", "category_id"
  from "category_slugs";
--   Seq Scan on category_slugs

-- findCategory
select "id", "name", "slug", "description", "parent_id", "is_active", "switched_by", "switched_at", "display_order", "image_url", "image_width", "image_height", "image_placeholder", "is_demo", "version", "updated_by", "created_at", "updated_at"
  from "categories"
  where "categories"."id" = $1;
--   Index categories_pkey on categories

-- findCategoryNamed
select "id", "name", "slug", "description", "parent_id", "is_active", "switched_by", "switched_at", "display_order", "image_url", "image_width", "image_height", "image_placeholder", "is_demo", "version", "updated_by", "created_at", "updated_at"
  from "categories"
  where lower("categories"."name") = lower(($1));
--   Index categories_name_key on categories

-- findEditedCategory
select "id", "name", "slug", "description", "parent_id", "is_active", staff_name("switched_by"), "switched_at", "display_order", "image_url", "image_width", "image_height", "image_placeholder", "is_demo", "version", staff_name("updated_by"), "created_at", "updated_at"
  from "categories"
  where "categories"."id" = $1;
--   Index categories_pkey on categories

-- lockCategoryForUpdate
select "id", "name", "slug", "description", "parent_id", "is_active", staff_name("switched_by"), "switched_at", "display_order", "image_url", "image_width", "image_height", "image_placeholder", "is_demo", "version", staff_name("updated_by"), "created_at", "updated_at"
  from "categories"
  where "categories"."id" = $1 for update;
--   LockRows
--     Index categories_pkey on categories

-- lockCategoryForShare
select "id"
  from "categories"
  where "categories"."id" = $1 for key share;
--   LockRows
--     Index categories_pkey on categories

-- countProductsByCategory
select "category_id", count(*)
  from "products"
  group by "products"."category_id";
--   Aggregate
--     Index products_category_price_idx on products

-- countProductsIn
select count(*)
  from "products"
  where "products"."category_id" in ($1, $2);
--   Aggregate
--     Index products_category_name_idx on products

-- listSlugsLike
select "slug"
  from "categories"
  where ("categories"."slug" = $1 or "categories"."slug" like $2);
--   Seq Scan on categories

-- findNextPlace
select coalesce(max("display_order") + 1, 0)
  from "categories"
  where "categories"."parent_id" = $1;
--   Limit
--     Index categories_parent_idx on categories

-- insertCategory
insert into "categories" ("id", "name", "slug", "description", "parent_id", "is_active", "switched_by", "switched_at", "display_order", "image_url", "image_width", "image_height", "image_placeholder", "is_demo", "version", "updated_by", "created_at", "updated_at")
  values (default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default), (default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default)
  on conflict ("id") do nothing
  returning "id", "name", "slug", "description", "parent_id", "is_active", "switched_by", "switched_at", "display_order", "image_url", "image_width", "image_height", "image_placeholder", "is_demo", "version", "updated_by", "created_at", "updated_at";
--   ModifyTable
--     Values Scan

-- updateCategory
update "categories"
  set "id" = $1, "name" = $2, "updated_at" = $3
  where "categories"."id" = $4
  returning "id", "name", "slug", "description", "parent_id", "is_active", "switched_by", "switched_at", "display_order", "image_url", "image_width", "image_height", "image_placeholder", "is_demo", "version", "updated_by", "created_at", "updated_at";
--   ModifyTable
--     Index categories_pkey on categories

-- updateCategoryImage
update "categories"
  set "image_url" = $1, "image_width" = $2, "image_height" = $3, "image_placeholder" = $4
  where "categories"."id" = $5;
--   ModifyTable
--     Index categories_pkey on categories

-- updateCategoryPlaces
UPDATE "categories" t
  SET display_order = o.display_order
  FROM jsonb_to_recordset($1::jsonb) AS o (id uuid, display_order integer)
  WHERE t.id = o.id AND t.display_order <> o.display_order;
--   ModifyTable
--     Hash Join
--       Function Scan
--       Hash
--         Index categories_pkey on categories

-- deleteCategory
SET LOCAL statement_timeout = '120s';
--   (no plan)
delete
  from "categories"
  where "categories"."id" = $1;
--   ModifyTable
--     Index categories_pkey on categories
