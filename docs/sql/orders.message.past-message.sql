-- listWrittenOrders
select "id", "order_number", "customer_name", "created_at", "status", "whatsapp_link"
  from "orders"
  where "orders"."id" = any($1::uuid[]) or "orders"."order_number" = any($2::text[]);
--   BitmapOr
--     Index orders_pkey on orders
--     Index orders_order_number_key on orders

-- listPastMessages
select "order_id", "whatsapp_link", "replaced_at"
  from "past_order_messages"
  where "past_order_messages"."order_id" = any($1::uuid[])
  order by "past_order_messages"."replaced_at" desc;
--   Sort
--     Index past_order_messages_pkey on past_order_messages
