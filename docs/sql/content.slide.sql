-- isImageNamed
select image_is_named(($1)) as value;


-- listActiveSlides
select "hero_slides"."id", "hero_slides"."title", "hero_slides"."description", "hero_slides"."button_text", "hero_slides"."button_link", "hero_slides"."title_animation", "hero_slides"."description_animation", "hero_slides"."display_order", "hero_slides"."is_active", "hero_slide_images"."image_url", "hero_slide_images"."width", "hero_slide_images"."height", "hero_slide_images"."placeholder"
  from "hero_slides"
  left join "hero_slide_images" on "hero_slide_images"."slide_id" = "hero_slides"."id"
  where "hero_slides"."is_active" = $1
  order by "hero_slides"."display_order" asc, "hero_slides"."id" asc;
--   Nested Loop
--     Index hero_slides_order_idx on hero_slides
--     Index hero_slide_images_slide_id_key on hero_slide_images

-- findSlide
select "hero_slides"."id", "hero_slides"."title", "hero_slides"."description", "hero_slides"."button_text", "hero_slides"."button_link", "hero_slides"."title_animation", "hero_slides"."description_animation", "hero_slides"."display_order", "hero_slides"."is_active", "hero_slide_images"."image_url", "hero_slide_images"."width", "hero_slide_images"."height", "hero_slide_images"."placeholder"
  from "hero_slides"
  left join "hero_slide_images" on "hero_slide_images"."slide_id" = "hero_slides"."id"
  where "hero_slides"."id" = $1;
--   Nested Loop
--     Index hero_slides_order_idx on hero_slides
--     Index hero_slide_images_slide_id_key on hero_slide_images

-- findSlideEntry
select "hero_slides"."id", "hero_slides"."title", "hero_slides"."description", "hero_slides"."button_text", "hero_slides"."button_link", "hero_slides"."title_animation", "hero_slides"."description_animation", "hero_slides"."display_order", "hero_slides"."is_active", "hero_slide_images"."image_url", "hero_slide_images"."width", "hero_slide_images"."height", "hero_slide_images"."placeholder", "hero_slides"."version", "hero_slides"."updated_at", staff_name("hero_slides"."updated_by"), staff_name("hero_slides"."switched_by"), "hero_slides"."switched_at"
  from "hero_slides"
  left join "hero_slide_images" on "hero_slide_images"."slide_id" = "hero_slides"."id"
  where "hero_slides"."id" = $1;
--   Nested Loop
--     Index hero_slides_order_idx on hero_slides
--     Index hero_slide_images_slide_id_key on hero_slide_images

-- listSlideEntries
select "hero_slides"."id", "hero_slides"."title", "hero_slides"."description", "hero_slides"."button_text", "hero_slides"."button_link", "hero_slides"."title_animation", "hero_slides"."description_animation", "hero_slides"."display_order", "hero_slides"."is_active", "hero_slide_images"."image_url", "hero_slide_images"."width", "hero_slide_images"."height", "hero_slide_images"."placeholder", "hero_slides"."version", "hero_slides"."updated_at", staff_name("hero_slides"."updated_by"), staff_name("hero_slides"."switched_by"), "hero_slides"."switched_at"
  from "hero_slides"
  left join "hero_slide_images" on "hero_slide_images"."slide_id" = "hero_slides"."id"
  order by "hero_slides"."display_order" asc, "hero_slides"."id" asc;
--   Nested Loop
--     Index hero_slides_order_idx on hero_slides
--     Index hero_slide_images_slide_id_key on hero_slide_images

-- lockSlideForUpdate
select "id"
  from "hero_slides"
  where "hero_slides"."id" = $1 for update;
--   LockRows
--     Index hero_slides_order_idx on hero_slides
select "hero_slides"."id", "hero_slides"."title", "hero_slides"."description", "hero_slides"."button_text", "hero_slides"."button_link", "hero_slides"."title_animation", "hero_slides"."description_animation", "hero_slides"."display_order", "hero_slides"."is_active", "hero_slide_images"."image_url", "hero_slide_images"."width", "hero_slide_images"."height", "hero_slide_images"."placeholder", "hero_slides"."version", "hero_slides"."updated_at", staff_name("hero_slides"."updated_by"), staff_name("hero_slides"."switched_by"), "hero_slides"."switched_at"
  from "hero_slides"
  left join "hero_slide_images" on "hero_slide_images"."slide_id" = "hero_slides"."id"
  where "hero_slides"."id" = $1;
--   Nested Loop
--     Index hero_slides_order_idx on hero_slides
--     Index hero_slide_images_slide_id_key on hero_slide_images

-- insertSlide
insert into "hero_slides" ("id", "title", "description", "button_text", "button_link", "title_animation", "description_animation", "display_order", "is_active", "switched_by", "switched_at", "is_demo", "version", "updated_by", "created_at", "updated_at")
  values ($1, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default)
  on conflict ("id") do nothing;
--   ModifyTable

-- updateSlide
update "hero_slides"
  set "id" = $1, "title" = $2, "updated_at" = $3
  where "hero_slides"."id" = $4;
--   ModifyTable
--     Index hero_slides_order_idx on hero_slides

-- putSlideImage
insert into "hero_slide_images" ("id", "slide_id", "image_url", "width", "height", "placeholder", "created_at")
  values ($1, $2, $3, $4, $5, $6, default)
  on conflict ("slide_id") do update
  set "image_url" = $7, "width" = $8, "height" = $9, "placeholder" = $10;
--   ModifyTable

-- deleteSlide
delete
  from "hero_slides"
  where "hero_slides"."id" = $1;
--   ModifyTable
--     Index hero_slides_order_idx on hero_slides

-- findSlideOrder
select "version", staff_name("updated_by"), "updated_at"
  from "orderings"
  where "orderings"."name" = $1;
--   Index orderings_pkey on orderings

-- lockSlideOrder
select "version", staff_name("updated_by"), "updated_at"
  from "orderings"
  where "orderings"."name" = $1 for update;
--   LockRows
--     Index orderings_pkey on orderings

-- updateSlidePlaces
UPDATE "hero_slides" t
  SET display_order = o.display_order
  FROM jsonb_to_recordset($1::jsonb) AS o (id uuid, display_order integer)
  WHERE t.id = o.id AND t.display_order <> o.display_order;
--   ModifyTable
--     Hash Join
--       Function Scan
--       Hash
--         Index hero_slides_pkey on hero_slides
