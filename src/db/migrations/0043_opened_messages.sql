-- Opening a message marks it as read without a change set: only a pressed 'read' or 'unread' is one
-- (docs/decisions/0036-change-history.md).

-- CREATE TRIGGER waits for running writes, and later ones wait behind it.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint
CREATE OR REPLACE TRIGGER record_update AFTER UPDATE ON contact_submissions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  WHEN (current_setting('app.operation', true) IS DISTINCT FROM 'contact.openMessage')
  EXECUTE FUNCTION history.record_contact_submissions('message', 'id', '', '{read_at}');
--> statement-breakpoint
-- contract: unused since 1.0.0, which called it by the name before 0011 and is stopped for 0021
DROP FUNCTION remove_from_promotion(uuid, integer);
