-- Words that mean the same are recorded in the history and can be undone (docs/decisions/0036-change-history.md).

-- CREATE TRIGGER waits for running writes, and later ones wait behind it.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint
CREATE INDEX change_sets_synonym_idx ON change_sets (at DESC, id DESC) WHERE 'synonym' = ANY (kinds);
--> statement-breakpoint
CREATE INDEX change_sets_synonym_actor_idx ON change_sets (actor_id, at DESC, id DESC) WHERE 'synonym' = ANY (kinds);
--> statement-breakpoint
-- A group has no name: it is named by its words.
DO $$
DECLARE
  patch text[];
  source text;
BEGIN
  FOREACH patch SLICE 1 IN ARRAY ARRAY[
    ['undo_change_set(uuid, boolean)', $q$'hero_slide_images', $q$, $q$'hero_slide_images', 'synonyms', $q$],
    ['finish_change_set()', '|slides|', '|slides|synonyms|'],
    ['record_table(text, text, text, text, text[], text[])', $q$CASE name_column WHEN '' THEN thing ELSE$q$,
     $q$CASE name_column WHEN '' THEN thing WHEN 'words' THEN 'array_to_string(r.words, '', '')' ELSE$q$]
  ] LOOP
    source := pg_get_functiondef(patch[1]::regprocedure);
    IF strpos(source, patch[2]) = 0 THEN
      RAISE EXCEPTION '% has no %', patch[1], patch[2];
    END IF;
    EXECUTE replace(source, patch[2], patch[3]);
  END LOOP;
END $$;
--> statement-breakpoint
SELECT record_table('synonyms', 'synonym', 'id', 'words');
