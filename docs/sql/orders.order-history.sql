-- findLastEvent
select "id", "order_id", "kind", "detail", "actor_id", "actor_name", "created_at"
  from "order_events"
  where ("order_events"."order_id" = $1 and "order_events"."kind" = $2 and coalesce("order_events"."detail" ->> 'itemId', "order_events"."detail" ->> 'item') IN ($3, $4))
  order by "order_events"."created_at" desc, "order_events"."id" desc
  limit $5;
--   Limit
--     Index order_events_order_idx on order_events
--       Index orders_pkey on orders

-- updateStatus
update "orders"
  set "status" = $1, "updated_at" = $2
  where "orders"."id" = $3;
--   ModifyTable
--     Index orders_pkey on orders

-- updateDueDay
update "orders"
  set "updated_at" = $1
  where "orders"."id" = $2;
--   ModifyTable
--     Index orders_pkey on orders

-- updateConfirmed
update "orders"
  set "confirmed_at" = now(), "updated_at" = $1
  where "orders"."id" = $2
  returning "confirmed_at";
--   ModifyTable
--     Index orders_pkey on orders

-- deleteOrderItem
delete
  from "order_items"
  where "order_items"."id" = $1;
--   ModifyTable
--     Index order_items_pkey on order_items
--       Index orders_pkey on orders
--       Index orders_pkey on orders

-- listExistingProducts
select "id"
  from "products"
  where "products"."id" in ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36);
--   Index products_pkey on products
