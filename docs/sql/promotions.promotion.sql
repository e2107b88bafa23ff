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

-- listPromotionWords
SELECT word, count(*)::integer AS products
  FROM promotions, search_tokens(fold(name || ' ' || code)) word
  GROUP BY word;
--   Aggregate
--     Nested Loop
--       Seq Scan on promotions
--       Function Scan

-- listPromotionPage
select "id", "name", "description", "tag_line", "code", "start_date", "end_date", "promotion_type", "promotion_value", "is_demo", "version", "updated_by", "created_at", "updated_at"
  from "promotions"
  where fold(name || ' ' || code) LIKE $1
  order by created_at DESC, id DESC;
--   Index promotions_created_idx on promotions

-- countPromotions
select count(*)::integer
  from (select "id"
  from "promotions"
  where fold(name || ' ' || code) LIKE $1
  limit $2) "limited";
--   Aggregate
--     Limit
--       Seq Scan on promotions

-- findPromotion
select "id", "name", "description", "tag_line", "code", "start_date", "end_date", "promotion_type", "promotion_value", "is_demo", "version", "updated_by", "created_at", "updated_at", staff_name("updated_by")
  from "promotions"
  where "promotions"."id" = $1;
--   Index promotions_created_idx on promotions

-- insertPromotion
insert into "promotions" ("id", "name", "description", "tag_line", "code", "start_date", "end_date", "promotion_type", "promotion_value", "is_demo", "version", "updated_by", "created_at", "updated_at")
  values (default, default, default, default, default, default, default, default, default, default, default, default, default, default), (default, default, default, default, default, default, default, default, default, default, default, default, default, default)
  on conflict ("id") do nothing
  returning "id", "name", "description", "tag_line", "code", "start_date", "end_date", "promotion_type", "promotion_value", "is_demo", "version", "updated_by", "created_at", "updated_at";
--   ModifyTable
--     Values Scan

-- updatePromotion
update "promotions"
  set "id" = $1, "name" = $2, "updated_at" = $3
  where ("promotions"."id" = $4 and "promotions"."version" = $5)
  returning "id", "name", "description", "tag_line", "code", "start_date", "end_date", "promotion_type", "promotion_value", "is_demo", "version", "updated_by", "created_at", "updated_at";
--   ModifyTable
--     Index promotions_created_idx on promotions

-- deletePromotion
SET LOCAL statement_timeout = '120s';
--   (no plan)
delete
  from "promotions"
  where "promotions"."id" = $1
  returning "id";
--   ModifyTable
--     Index promotions_created_idx on promotions
