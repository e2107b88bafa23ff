-- listWebhookRows
select "id", "name", "url", "events", "is_active", "off_reason", "failing_since", "created_at", staff_name("acts_for")
  from "webhooks"
  order by "webhooks"."created_at" desc, "webhooks"."id" desc
  limit ($1)
  offset ($2);
--   Limit
--     Sort
--       Seq Scan on webhooks

-- countWebhooks
select count("id")
  from "webhooks";
--   Aggregate
--     Seq Scan on webhooks

-- findWebhook
select "id", "name", "url", "events", "is_active", "off_reason", "failing_since", "created_at", staff_name("acts_for")
  from "webhooks"
  where "webhooks"."id" = $1;
--   Index webhooks_pkey on webhooks

-- findWebhookForUpdate
select "id", "name", "url", "events", "is_active", "off_reason", "failing_since", "created_at", staff_name("acts_for")
  from "webhooks"
  where "webhooks"."id" = $1 for update;
--   LockRows
--     Index webhooks_pkey on webhooks

-- insertWebhook
INSERT INTO webhooks (id, name, url, events, secret)
  VALUES ($1, $2, $3, $4::text[], $5);
--   ModifyTable

-- updateWebhook
update "webhooks"
  set "id" = $1, "name" = $2
  where "webhooks"."id" = $3;
--   ModifyTable
--     Index webhooks_pkey on webhooks

-- deleteWebhook
delete
  from "webhooks"
  where "webhooks"."id" = $1;
--   ModifyTable
--     Index webhooks_pkey on webhooks

-- listDeliveryRows
select "webhook_deliveries"."id", "webhook_deliveries"."event", "webhook_deliveries"."created_at", "webhook_deliveries"."state", "webhook_deliveries"."next_attempt_at", "webhook_deliveries"."attempts", "orders"."id", "orders"."order_number", cardinality("webhook_deliveries"."product_ids")
  from "webhook_deliveries"
  left join "orders" on "orders"."id" = "webhook_deliveries"."order_id"
  where "webhook_deliveries"."webhook_id" = $1
  order by "webhook_deliveries"."created_at" desc, "webhook_deliveries"."id" desc
  offset $2;
--   Limit
--     Sort
--       Hash Join
--         Index webhook_deliveries_list_idx on webhook_deliveries
--         Hash
--           Index orders_pkey on orders

-- countDeliveries
select count(*)
  from (select "id"
  from "webhook_deliveries"
  where "webhook_deliveries"."webhook_id" = $1
  limit $2) "some";
--   Aggregate
--     Limit
--       Index webhook_deliveries_list_idx on webhook_deliveries

-- sendDeliveryAgain
SELECT send_delivery_again(($1)) AS value;


-- sendTest
SELECT test_webhook(($1)) AS value;

