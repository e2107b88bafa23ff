-- isImageNamed
select image_is_named(($1)) as value;


-- lockProductForUpdate
select "id"
  from "products"
  where "products"."id" = $1 for no key update;
--   LockRows
--     Index products_pkey on products

-- productExists
select "id"
  from "products"
  where "products"."id" = $1;
--   Index products_pkey on products

-- listImages
select "id", "product_id", "width", "height", "placeholder", "is_primary", "display_order", "image_url"
  from "product_images"
  where "product_images"."product_id" = $1
  order by "product_images"."display_order" asc, "product_images"."id" asc;
--   Sort
--     Index product_images_first_idx on product_images
--       Index products_pkey on products

-- findImage
select "id", "product_id", "width", "height", "placeholder", "is_primary", "display_order", "image_url"
  from "product_images"
  where "product_images"."id" = $1;
--   Index product_images_pkey on product_images
--     Index products_pkey on products

-- insertImage
insert into "product_images" ("id", "product_id", "image_url", "width", "height", "placeholder", "is_primary", "display_order", "created_at")
  values (default, default, default, default, default, default, default, default, default);
--   ModifyTable

-- deleteImage
delete
  from "product_images"
  where "product_images"."id" = $1
  returning "id", "product_id", "width", "height", "placeholder", "is_primary", "display_order", "image_url";
--   ModifyTable
--     Index product_images_pkey on product_images
--       Index products_pkey on products

-- clearPrimary
update "product_images"
  set "is_primary" = $1
  where ("product_images"."product_id" = $2 and "product_images"."is_primary" = $3);
--   ModifyTable
--     Index product_images_first_idx on product_images
--       Index products_pkey on products
--     Index products_pkey on products

-- markPrimary
update "product_images"
  set "is_primary" = $1
  where "product_images"."id" = $2;
--   ModifyTable
--     Index product_images_pkey on product_images
--       Index products_pkey on products
--     Index products_pkey on products

-- updateOrder
update product_images i
  set display_order = wanted.place
  from (select id::uuid, (place - 1)::integer as place
  from json_array_elements_text($1::json) with ordinality as w(id, place)) wanted
  where i.id = wanted.id and i.display_order <> wanted.place;
--   ModifyTable
--     Hash Join
--       Index product_images_pkey on product_images
--         Seq Scan on products
--       Hash
--         Function Scan
--     Index products_pkey on products

-- matchProducts
SELECT key_at AS at, matched AS by, id, name, sku, images::text[] AS images
  FROM match_products($1::text[]);
--   Function Scan
