-- lockImages
select pg_advisory_xact_lock_shared(hashtext('aso.ordered_images'));


-- listPricedProducts
select "products"."id", "products"."name", "products"."price", "products"."sold_out", (select "image_url"
  from "product_images"
  where "product_images"."product_id" = "products"."id"
  order by "product_images"."is_primary" desc, "product_images"."display_order" asc, "product_images"."id" asc
  limit $1), "promotions"."code", "promotions"."start_date", "promotions"."end_date", "promotions"."promotion_type", "promotions"."promotion_value"
  from "products"
  left join "promotions" on "promotions"."id" = "products"."promotion_id"
  where ("products"."id" in ($2, $3) and "products"."status" = $4);
--   Nested Loop
--     Index products_pkey on products
--     Memoize
--       Index promotions_created_idx on promotions
--     Limit
--       Index product_images_first_idx on product_images
--         Index products_pkey on products
