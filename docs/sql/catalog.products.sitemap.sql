-- listProductPages
select p.id, p.updated_at as "updatedAt"
  from products p
  where p.id in (select id
  from products
  where status = 'published'
  order by id
  limit ($1)
  offset ($2))
  order by p.id;
--   Sort
--     Nested Loop
--       Aggregate
--         Limit
--           Index products_pkey on products
--       Index products_pkey on products

-- countProductPages
select product_total() as value;


-- listFirstImages
(select i.image_url as url
  from hero_slides s
  join hero_slide_images i on i.slide_id = s.id
  where s.is_active
  order by s.display_order)
  union all (select i.image_url
  from (select id, featured, created_at
  from products
  where status = 'published'
  order by featured desc, created_at desc, id desc
  limit ($1)) p
  join product_images i on i.product_id = p.id and i.is_primary
  order by p.featured desc, p.created_at desc, p.id desc);
--   Append
--     Subquery Scan
--       Nested Loop
--         Index hero_slides_order_idx on hero_slides
--         Index hero_slide_images_slide_id_key on hero_slide_images
--     Subquery Scan
--       Nested Loop
--         Limit
--           Index products_published_featured_idx on products
--         Index product_images_one_primary on product_images
--           Index products_pkey on products
