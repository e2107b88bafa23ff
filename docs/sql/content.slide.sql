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
