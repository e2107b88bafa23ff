-- findOrder
select "id", "order_number", "whatsapp_link", "status", "user_id", "customer_name", "customer_email", "customer_phone", "idempotency_key", "body_hash", "opened_at", "confirmed_at", "due_day", "product_names", "is_demo", "created_at", "updated_at", "search"
  from "orders"
  where "orders"."id" = $1;
--   Index orders_pkey on orders
select "id", "order_id", "position", "product_id", "product_name", "product_price", "list_price", "promotion_code", "promotion_percent", "product_image", "note", "created_at"
  from "order_items"
  where "order_items"."order_id" in ($1)
  order by "order_items"."order_id" asc, "order_items"."position" asc;
--   Sort
--     Index order_items_order_id_product_id_key on order_items
--       Index orders_pkey on orders

-- lockOrder
select "id", "order_number", "whatsapp_link", "status", "user_id", "customer_name", "customer_email", "customer_phone", "idempotency_key", "body_hash", "opened_at", "confirmed_at", "due_day", "product_names", "is_demo", "created_at", "updated_at", "search"
  from "orders"
  where "orders"."id" = $1 for update;
--   LockRows
--     Index orders_pkey on orders

-- lockOrderOfItem
select "order_id"
  from "order_items"
  where "order_items"."id" = $1;
--   Index order_items_pkey on order_items
--     Index orders_pkey on orders
select "id", "order_number", "whatsapp_link", "status", "user_id", "customer_name", "customer_email", "customer_phone", "idempotency_key", "body_hash", "opened_at", "confirmed_at", "due_day", "product_names", "is_demo", "created_at", "updated_at", "search"
  from "orders"
  where "orders"."id" = $1 for update;
--   LockRows
--     Index orders_pkey on orders
select "id", "order_id", "position", "product_id", "product_name", "product_price", "list_price", "promotion_code", "promotion_percent", "product_image", "note", "created_at"
  from "order_items"
  where "order_items"."order_id" in ($1)
  order by "order_items"."order_id" asc, "order_items"."position" asc;
--   Sort
--     Index order_items_order_id_product_id_key on order_items
--       Index orders_pkey on orders

-- orderItemExists
select order_item_exists(($1)) as value;


-- findOrderByKey
select "id", "order_number", "whatsapp_link", "status", "user_id", "customer_name", "customer_email", "customer_phone", "idempotency_key", "body_hash", "opened_at", "confirmed_at", "due_day", "product_names", "is_demo", "created_at", "updated_at", "search"
  from "orders"
  where ("orders"."user_id" = $1 and "orders"."idempotency_key" = $2);
--   Index orders_user_id_idempotency_key_key on orders
select "id", "order_id", "position", "product_id", "product_name", "product_price", "list_price", "promotion_code", "promotion_percent", "product_image", "note", "created_at"
  from "order_items"
  where "order_items"."order_id" in ($1)
  order by "order_items"."order_id" asc, "order_items"."position" asc;
--   Sort
--     Index order_items_order_id_product_id_key on order_items
--       Index orders_pkey on orders

-- listOrdersOf
select "id", "order_number", "whatsapp_link", "status", "user_id", "customer_name", "customer_email", "customer_phone", "idempotency_key", "body_hash", "opened_at", "confirmed_at", "due_day", "product_names", "is_demo", "created_at", "updated_at", "search"
  from "orders"
  where "orders"."user_id" = $1
  order by "orders"."created_at" desc, "orders"."id" desc
  offset $2;
--   Limit
--     Sort
--       Index orders_user_idx on orders
select "id", "order_id", "position", "product_id", "product_name", "product_price", "list_price", "promotion_code", "promotion_percent", "product_image", "note", "created_at"
  from "order_items"
  where "order_items"."order_id" in ($1)
  order by "order_items"."order_id" asc, "order_items"."position" asc;
--   Sort
--     Index order_items_order_id_product_id_key on order_items
--       Index orders_pkey on orders

-- listOrdersAfter
select "id", "order_number", "whatsapp_link", "status", "user_id", "customer_name", "customer_email", "customer_phone", "idempotency_key", "body_hash", "opened_at", "confirmed_at", "due_day", "product_names", "is_demo", "created_at", "updated_at", "search", "created_at"::text
  from "orders"
  where ("orders"."user_id" = $1 and ("orders"."created_at", "orders"."id") < ($2::timestamptz, $3::uuid))
  order by "orders"."created_at" desc, "orders"."id" desc;
--   Sort
--     Index orders_user_idx on orders
select "id", "order_id", "position", "product_id", "product_name", "product_price", "list_price", "promotion_code", "promotion_percent", "product_image", "note", "created_at"
  from "order_items"
  where "order_items"."order_id" in ($1)
  order by "order_items"."order_id" asc, "order_items"."position" asc;
--   Sort
--     Index order_items_order_id_product_id_key on order_items
--       Index orders_pkey on orders

-- countOrdersOf
select count(*)
  from "orders"
  where "orders"."user_id" = $1;
--   Aggregate
--     Index orders_user_idx on orders

-- countAllOrders
select order_total() as value;


-- insertOrder
insert into "orders" ("id", "order_number", "whatsapp_link", "status", "user_id", "customer_name", "customer_email", "customer_phone", "idempotency_key", "body_hash", "opened_at", "confirmed_at", "due_day", "product_names", "is_demo", "created_at", "updated_at")
  values (default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default), (default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default, default)
  on conflict do nothing
  returning "id", "order_number", "whatsapp_link", "status", "user_id", "customer_name", "customer_email", "customer_phone", "idempotency_key", "body_hash", "opened_at", "confirmed_at", "due_day", "product_names", "is_demo", "created_at", "updated_at", "search";
--   ModifyTable
--     Values Scan

-- enqueueOrderMails
select enqueue_order_mails(($1));


-- enqueueReminder
select enqueue_order_reminder(($1));


-- insertOrderItems
insert into "order_items" ("id", "order_id", "position", "product_id", "product_name", "product_price", "list_price", "promotion_code", "promotion_percent", "product_image", "note", "created_at")
  values (default, default, default, default, default, default, default, default, default, default, default, default), (default, default, default, default, default, default, default, default, default, default, default, default)
  returning "id", "order_id", "position", "product_id", "product_name", "product_price", "list_price", "promotion_code", "promotion_percent", "product_image", "note", "created_at";
--   ModifyTable
--     Values Scan
--     Index orders_pkey on orders
--     Index orders_pkey on orders

-- insertOrderEvent
insert into "order_events" ("id", "order_id", "kind", "detail", "actor_id", "actor_name", "created_at")
  values ($1, default, default, default, default, default, clock_timestamp());
--   ModifyTable
--     Index orders_pkey on orders

-- updateItemNote
update "order_items"
  set "note" = $1
  where "order_items"."id" = $2;
--   ModifyTable
--     Index order_items_pkey on order_items
--       Index orders_pkey on orders
--     Index orders_pkey on orders

-- updateWhatsappLink
update "orders"
  set "whatsapp_link" = $1, "updated_at" = $2
  where "orders"."id" = $3;
--   ModifyTable
--     Index orders_pkey on orders

-- updateOpened
update "orders"
  set "opened_at" = $1
  where ("orders"."id" = $2 and "orders"."user_id" = $3 and "orders"."opened_at" is null)
  returning "id";
--   ModifyTable
--     Index orders_pkey on orders

-- findCustomer
select "first_name", "last_name", "name", "email", "phone"
  from "profiles"
  where "profiles"."id" = $1;
--   Index profiles_pkey on profiles
