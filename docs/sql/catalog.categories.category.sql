-- listCategories
select "id", "name", "slug", "description", "parent_id", "is_active", "display_order", "image_url", "image_width", "image_height", "image_placeholder"
  from "categories";
--   Seq Scan on categories

-- listOldSlugs
select "slug", "category_id"
  from "category_slugs";
--   Seq Scan on category_slugs
