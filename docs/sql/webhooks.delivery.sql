-- takeWebhook
UPDATE webhooks
  SET busy_until = now() + interval '1 minute'
  WHERE id = ($1) AND is_active AND coalesce(busy_until, '-infinity') < now();
--   ModifyTable
--     Index webhooks_pkey on webhooks

-- holdWebhook
UPDATE webhooks w
  SET busy_until = now() + interval '1 minute'
  WHERE id = ($1) AND is_active
  RETURNING url, secret, (SELECT p.id
  FROM profiles p
  WHERE p.id = w.acts_for AND p.role = 'super_admin' AND NOT p.banned) AS "actsFor";
--   ModifyTable
--     Index webhooks_pkey on webhooks
--     Index profiles_role_idx on profiles

-- releaseWebhook
update "webhooks"
  set "busy_until" = $1
  where ("webhooks"."id" = $2 and "webhooks"."busy_until" is not null);
--   ModifyTable
--     Index webhooks_pkey on webhooks

-- findDue
select "id", "event", "order_id", "product_ids", "change", "created_at", "tries"
  from "webhook_deliveries"
  where ("webhook_deliveries"."webhook_id" = $1 and "webhook_deliveries"."state" = 'waiting' and "webhook_deliveries"."next_attempt_at" <= now())
  order by "webhook_deliveries"."next_attempt_at" asc, "webhook_deliveries"."created_at" asc
  limit $2;
--   Limit
--     Incremental Sort
--       Index webhook_deliveries_due_idx on webhook_deliveries

-- secondsUntilDue
SELECT greatest(0, ceil(extract(epoch
  FROM min(d.next_attempt_at) - now())))::integer AS value
  FROM webhook_deliveries d
  JOIN webhooks w ON w.id = d.webhook_id AND w.is_active
  WHERE d.webhook_id = ($1) AND d.state = 'waiting';
--   Aggregate
--     Nested Loop
--       Index webhook_deliveries_due_idx on webhook_deliveries
--       Index webhooks_pkey on webhooks

-- recordAttempt
UPDATE webhook_deliveries
  SET state = $1, tries = tries + 1, next_attempt_at = now() + make_interval(secs => $2::integer), attempts = CASE WHEN jsonb_array_length(attempts) < $3 THEN attempts ELSE attempts - 0 END || $4::jsonb
  WHERE id = ($5);
--   ModifyTable
--     Index webhook_deliveries_pkey on webhook_deliveries

-- noteDelivered
update "webhooks"
  set "failing_since" = $1
  where ("webhooks"."id" = $2 and "webhooks"."failing_since" is not null);
--   ModifyTable
--     Index webhooks_pkey on webhooks

-- noteFailed
UPDATE webhooks
  SET is_active = false, off_reason = 'failing'
  WHERE id = ($1) AND is_active AND failing_since < now() - make_interval(days => $2::integer);
--   ModifyTable
--     Index webhooks_pkey on webhooks
UPDATE webhooks
  SET failing_since = now()
  WHERE id = ($1) AND is_active AND failing_since IS NULL;
--   ModifyTable
--     Index webhooks_pkey on webhooks

-- switchOff
update "webhooks"
  set "is_active" = $1, "off_reason" = $2
  where "webhooks"."id" = $3;
--   ModifyTable
--     Index webhooks_pkey on webhooks
