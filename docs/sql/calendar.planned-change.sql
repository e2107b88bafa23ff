-- listPlannedFor
select "planned_changes"."id", "planned_changes"."version", "planned_changes"."day", "planned_changes"."kind", "planned_changes"."thing_id", coalesce("products"."name", "hero_slides"."title"), "planned_changes"."price", "planned_changes"."status", "planned_changes"."featured", "planned_changes"."is_active", staff_name("planned_changes"."updated_by"), "planned_changes"."updated_at"
  from "planned_changes"
  left join "products" on "products"."id" = "planned_changes"."product_id"
  left join "hero_slides" on "hero_slides"."id" = "planned_changes"."slide_id"
  where "planned_changes"."thing_id" = $1
  order by "planned_changes"."day" asc, "planned_changes"."field" asc;
--   Nested Loop
--     Nested Loop
--       Index planned_changes_thing_key on planned_changes
--       Index products_pkey on products
--     Index hero_slides_pkey on hero_slides

-- listPlannedBetween
select "planned_changes"."id", "planned_changes"."version", "planned_changes"."day", "planned_changes"."kind", "planned_changes"."thing_id", coalesce("products"."name", "hero_slides"."title"), "planned_changes"."price", "planned_changes"."status", "planned_changes"."featured", "planned_changes"."is_active", staff_name("planned_changes"."updated_by"), "planned_changes"."updated_at"
  from "planned_changes"
  left join "products" on "products"."id" = "planned_changes"."product_id"
  left join "hero_slides" on "hero_slides"."id" = "planned_changes"."slide_id"
  where "planned_changes"."day" between $1 and $2
  order by "planned_changes"."day" asc, "planned_changes"."id" asc
  limit $3;
--   Limit
--     Nested Loop
--       Nested Loop
--         Index planned_changes_day_idx on planned_changes
--         Index products_pkey on products
--       Materialize
--         Index hero_slides_pkey on hero_slides

-- findPlanned
select "planned_changes"."id", "planned_changes"."version", "planned_changes"."day", "planned_changes"."kind", "planned_changes"."thing_id", coalesce("products"."name", "hero_slides"."title"), "planned_changes"."price", "planned_changes"."status", "planned_changes"."featured", "planned_changes"."is_active", staff_name("planned_changes"."updated_by"), "planned_changes"."updated_at"
  from "planned_changes"
  left join "products" on "products"."id" = "planned_changes"."product_id"
  left join "hero_slides" on "hero_slides"."id" = "planned_changes"."slide_id"
  where "planned_changes"."id" = $1;
--   Nested Loop
--     Nested Loop
--       Index planned_changes_pkey on planned_changes
--       Index products_pkey on products
--     Index hero_slides_pkey on hero_slides

-- insertPlanned
insert into "planned_changes" ("id", "day", "product_id", "slide_id", "price", "status", "featured", "is_active", "version", "updated_by", "created_at", "updated_at")
  values (default, default, default, default, default, default, default, default, default, default, default, default), (default, default, default, default, default, default, default, default, default, default, default, default)
  on conflict ("id") do nothing;
--   ModifyTable
--     Values Scan

-- updatePlanned
update "planned_changes"
  set "day" = $1, "price" = $2, "status" = $3, "featured" = $4, "is_active" = $5
  where ("planned_changes"."id" = $6 and "planned_changes"."version" = $7);
--   ModifyTable
--     Index planned_changes_pkey on planned_changes

-- deletePlanned
delete
  from "planned_changes"
  where "planned_changes"."id" = $1;
--   ModifyTable
--     Index planned_changes_pkey on planned_changes

-- applyEarliest
SELECT apply_planned_changes(($1)::date)::text AS day;

