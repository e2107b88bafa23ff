-- listPromotionsBetween
select "id", "name", "description", "tag_line", "code", "start_date", "end_date", "promotion_type", "promotion_value", "is_demo", "version", "updated_by", "created_at", "updated_at"
  from "promotions"
  where ("promotions"."end_date" >= $1 and "promotions"."start_date" <= $2)
  order by "promotions"."start_date" asc, "promotions"."end_date" asc, "promotions"."id" asc
  limit $3;
--   Limit
--     Sort
--       Index promotions_window_idx on promotions

-- listOverlaps
SELECT one.id AS "promotionId", other.code, count(DISTINCT p.id)::integer AS products
  FROM promotions one
  JOIN changed_rows c ON c.table_name = 'products' AND c.after ? 'promotion_id' AND c.after ->> 'promotion_id' = one.id::text
  JOIN promotions other ON other.id = (c.before ->> 'promotion_id')::uuid AND other.start_date <= one.end_date AND other.end_date >= one.start_date
  JOIN products p ON p.id = c.row_id AND p.promotion_id = one.id
  WHERE one.end_date >= $1 AND one.start_date <= $2
  GROUP BY one.id, other.id, other.code
  ORDER BY products DESC, other.code;
--   Sort
--     Aggregate
--       Incremental Sort
--         Nested Loop
--           Merge Join
--             Index products_promotion_name_idx on products
--             Materialize
--               Sort
--                 Nested Loop
--                   Index promotions_window_idx on promotions
--                   Append
--                     Index changes_expr_at_idx on changes
--           Index promotions_created_idx on promotions
