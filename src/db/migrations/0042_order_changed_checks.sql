-- The checks of 0041_order_changed, without its locks.

ALTER TABLE webhooks VALIDATE CONSTRAINT webhooks_events_check;
--> statement-breakpoint
ALTER TABLE webhook_deliveries VALIDATE CONSTRAINT webhook_deliveries_event_check;
