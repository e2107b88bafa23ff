-- listPromotions
select "id", "name", "description", "tag_line", "code", "start_date", "end_date", "promotion_type", "promotion_value", "is_demo", "version", "updated_by", "created_at", "updated_at"
  from "promotions"
  order by "promotions"."created_at" desc, "promotions"."id" desc;
--   Index promotions_created_idx on promotions

-- listPromotionsOn
select "id", "name", "description", "tag_line", "code", "start_date", "end_date", "promotion_type", "promotion_value", "is_demo", "version", "updated_by", "created_at", "updated_at"
  from "promotions"
  where ("promotions"."end_date" >= $1 and "promotions"."start_date" <= $2)
  order by "promotions"."created_at" desc, "promotions"."id" desc;
--   Sort
--     Index promotions_window_idx on promotions

-- findPromotionByCode
select "id", "name", "description", "tag_line", "code", "start_date", "end_date", "promotion_type", "promotion_value", "is_demo", "version", "updated_by", "created_at", "updated_at"
  from "promotions"
  where lower("promotions"."code") = lower(($1))
  limit $2;
--   Limit
--     Index promotions_code_key on promotions
