-- Whether messages of visitors were read is recorded in the history and can be undone; filters of two more lists can be saved
-- (docs/decisions/0036-change-history.md).

-- CREATE TRIGGER waits for running writes, and later ones wait behind it.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint
CREATE INDEX change_sets_message_idx ON change_sets (at DESC, id DESC) WHERE 'message' = ANY (kinds);
--> statement-breakpoint
CREATE INDEX change_sets_message_actor_idx ON change_sets (actor_id, at DESC, id DESC) WHERE 'message' = ANY (kinds);
--> statement-breakpoint
DO $$
DECLARE
  patch text[];
  source text;
BEGIN
  FOREACH patch SLICE 1 IN ARRAY ARRAY[
    ['undo_change_set(uuid, boolean)', $q$'hero_slide_images', $q$, $q$'hero_slide_images', 'contact_submissions', $q$],
    ['finish_change_set()', '|slides|', '|slides|messages|']
  ] LOOP
    source := pg_get_functiondef(patch[1]::regprocedure);
    IF strpos(source, patch[2]) = 0 THEN
      RAISE EXCEPTION '% has no %', patch[1], patch[2];
    END IF;
    EXECUTE replace(source, patch[2], patch[3]);
  END LOOP;
END $$;
--> statement-breakpoint
-- Without a name, and no other column: what visitors wrote is theirs, and stays out of the history.
SELECT record_table('contact_submissions', 'message', 'id', '', '{read_at}', '{update}');
--> statement-breakpoint
-- At most 20 rows for each list and account, so they are checked at once.
ALTER TABLE saved_filters DROP CONSTRAINT saved_filters_list_check,
  ADD CONSTRAINT saved_filters_list_check
    CHECK (list IN ('orders', 'products', 'messages', 'promotions', 'users', 'audit-log', 'history', 'searches')) NOT VALID;
--> statement-breakpoint
ALTER TABLE saved_filters VALIDATE CONSTRAINT saved_filters_list_check;
