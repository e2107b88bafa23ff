-- saveSubscription
insert into "push_subscriptions" ("id", "user_id", "session_id", "endpoint", "p256dh", "auth", "own_orders", "new_orders", "created_at")
  values (default, default, default, default, default, default, $1, $2, default)
  on conflict ("endpoint") do update
  set "user_id" = excluded.user_id, "session_id" = excluded.session_id, "p256dh" = excluded.p256dh, "auth" = excluded.auth, "own_orders" = excluded.own_orders or ("push_subscriptions"."user_id" = excluded.user_id and "push_subscriptions"."own_orders"), "new_orders" = excluded.new_orders or ("push_subscriptions"."user_id" = excluded.user_id and "push_subscriptions"."new_orders"), "created_at" = clock_timestamp()
  returning "own_orders", "new_orders";
--   ModifyTable

-- renewSubscription
update "push_subscriptions"
  set "session_id" = $1, "endpoint" = $2, "p256dh" = $3, "auth" = $4
  where ("push_subscriptions"."endpoint" = $5 and "push_subscriptions"."user_id" = $6 and not exists (select
  from push_subscriptions o
  where o.endpoint = $7));
--   ModifyTable
--     Index push_subscriptions_endpoint_key on push_subscriptions
--     Index push_subscriptions_user_idx on push_subscriptions

-- findTopics
select "own_orders", "new_orders"
  from "push_subscriptions"
  where "push_subscriptions"."endpoint" = $1;
--   Index push_subscriptions_user_idx on push_subscriptions

-- deleteTopic
delete
  from "push_subscriptions"
  where ("push_subscriptions"."endpoint" = $1 and "push_subscriptions"."own_orders" = $2);
--   ModifyTable
--     Index push_subscriptions_user_idx on push_subscriptions
update "push_subscriptions"
  set "new_orders" = $1
  where ("push_subscriptions"."endpoint" = $2 and "push_subscriptions"."own_orders" = $3);
--   ModifyTable
--     Index push_subscriptions_user_idx on push_subscriptions

-- findRecipient
select "endpoint", "p256dh", "auth"
  from "push_subscriptions"
  where ("push_subscriptions"."id" = $1 and "push_subscriptions"."new_orders" = $2 and is_admin_or_super_admin("push_subscriptions"."user_id"));
--   Index push_subscriptions_user_idx on push_subscriptions

-- deleteSubscription
delete
  from "push_subscriptions"
  where "push_subscriptions"."id" = $1;
--   ModifyTable
--     Index push_subscriptions_user_idx on push_subscriptions
