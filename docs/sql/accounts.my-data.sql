-- listEventsOf
select "created_at", "kind", case when "actor_id" is null or "actor_id" = "user_id" then "ip_address" end, case when "actor_id" is null or "actor_id" = "user_id" then "user_agent" end, "detail"
  from "account_events"
  where "account_events"."user_id" = $1
  order by "account_events"."created_at" desc, "account_events"."id" desc
  limit ($2);
--   Limit
--     Index account_events_user_idx on account_events
