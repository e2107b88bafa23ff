-- Several transactions can share a change set: an import and its images, or many photographs, are undone together
-- (docs/decisions/0036-change-history.md).

-- ALTER TABLE waits for running writes, and later ones wait behind it.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint
-- The shared set of this transaction: its id, the time it has, if it is written already, and the last change that it had
-- before. join_change_set() writes them; what it checks is checked again at the end of the transaction, since any
-- statement can write a setting.
CREATE OR REPLACE FUNCTION change_set_id() RETURNS uuid
LANGUAGE sql STABLE RETURN coalesce(nullif(current_setting('app.change_set', true), '')::uuid, overlay(overlay(
  md5(concat_ws(' ', extract(epoch FROM now()), pg_current_xact_id_if_assigned(), caller())) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid);
--> statement-breakpoint
CREATE FUNCTION change_set_at() RETURNS timestamptz
LANGUAGE sql STABLE RETURN coalesce(nullif(current_setting('app.change_set_at', true), '')::timestamptz, now());
--> statement-breakpoint
CREATE FUNCTION last_shared_change() RETURNS bigint
LANGUAGE sql STABLE RETURN coalesce(nullif(current_setting('app.last_shared_change', true), '')::bigint, 0);
--> statement-breakpoint
-- A set and its changes have the same time.
ALTER TABLE changes ALTER COLUMN at SET DEFAULT change_set_at();
--> statement-breakpoint
-- A set that can be joined: the caller's own, begun within a day, no undo and not undone. Looked up by the owner.
CREATE FUNCTION joinable_change_set(set_id uuid) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.at FROM change_sets s WHERE s.id = set_id AND s.actor_id = caller() AND s.at > now() - interval '1 day'
    AND s.undo_of IS NULL AND NOT EXISTS (SELECT FROM change_sets u WHERE u.undo_of = s.id)
$$;
--> statement-breakpoint
-- What this transaction changes belongs to a set that others share: the one with this id, or a new one. A set that cannot
-- be joined is left as it is, and the transaction has its own. Those that share a set wait for each other.
CREATE FUNCTION join_change_set(set_id uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  set_at timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(set_id::text, 0));
  set_at := joinable_change_set(set_id);
  IF set_at IS NULL AND EXISTS (SELECT FROM change_sets s WHERE s.id = set_id) THEN
    RETURN;
  END IF;
  PERFORM set_config('app.change_set', set_id::text, true), set_config('app.change_set_at', coalesce(set_at::text, ''), true),
    set_config('app.last_shared_change', coalesce((SELECT max(c.id) FROM changes c WHERE c.at = set_at AND c.set_id = join_change_set.set_id)::text, ''), true);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION current_change_set() RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT c.set_id FROM changes c
    WHERE c.at = change_set_at() AND c.id > last_shared_change() AND c.set_id = change_set_id() LIMIT 1);
END $$;
--> statement-breakpoint
-- At the end of the transaction: writes its set, once, with what it changed and its summary. That of the operation has
-- '{products}' (or another kind) for what was changed; without one, or where nothing of that kind was changed, it is made
-- here. Most sets have one row, the one that the trigger has. A set that others share is written anew as a whole, and has
-- the summary of the operation that began it.
CREATE OR REPLACE FUNCTION finish_change_set() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
<<finished>>
DECLARE
  is_shared CONSTANT boolean := coalesce(current_setting('app.change_set', true), '') <> '';
  made text := nullif(current_setting('app.summary', true), '');
  kinds text[];
  row_count integer;
  summary text;
  names text;
  phrases jsonb;
  one record;
BEGIN
  -- A row that a restore writes.
  IF NEW.at <> change_set_at() THEN
    RETURN NULL;
  END IF;
  IF NEW.set_id <> change_set_id() THEN
    RAISE EXCEPTION 'the user of a transaction changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF is_shared AND NEW.at IS DISTINCT FROM joinable_change_set(NEW.set_id)
    AND (NEW.at <> now() OR EXISTS (SELECT FROM change_sets s WHERE s.id = NEW.set_id)) THEN
    RAISE EXCEPTION 'the change set is not one to join' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT is_shared AND NOT EXISTS (SELECT FROM changes c WHERE c.at = NEW.at AND c.set_id = NEW.set_id AND c.id <> NEW.id) THEN
    summary := things_phrase(NEW.kind, 1, NEW.thing);
    made := replace(made, '{' || plural_of(NEW.kind) || '}', summary);
    summary := change_verb(CASE WHEN NEW.row_id = NEW.thing_id THEN NEW.operation END) || summary;
  ELSIF EXISTS (SELECT FROM changes c
    WHERE c.at = NEW.at AND c.set_id = NEW.set_id AND c.id > last_shared_change() AND c.id < NEW.id) THEN
    -- Written for the first statement of the transaction.
    RETURN NULL;
  ELSE
    -- Names are compared as bytes: their order does not matter.
    WITH things AS MATERIALIZED (
      SELECT min(c.kind COLLATE "C") AS kind, max(c.thing COLLATE "C") AS name, count(*) AS row_count,
        -- A deleted image changes its product. Of two operations on the thing itself the first by name counts.
        coalesce(min(c.operation COLLATE "C") FILTER (WHERE c.row_id = c.thing_id), 'update') AS operation
      FROM changes c WHERE c.at = NEW.at AND c.set_id = NEW.set_id GROUP BY c.thing_id
    ), by_operation AS (
      SELECT p.operation, string_agg(p.phrase, ' and ' ORDER BY p.kind) AS phrase
      FROM (SELECT t.operation, t.kind, things_phrase(t.kind, count(*), max(t.name)) AS phrase FROM things t GROUP BY t.operation, t.kind) p
      GROUP BY p.operation
    ) SELECT
      (SELECT array_agg(DISTINCT t.kind ORDER BY t.kind) FROM things t),
      (SELECT sum(t.row_count) FROM things t),
      (SELECT string_agg(change_verb(o.operation) || o.phrase, ', ' ORDER BY o.operation) FROM by_operation o),
      (SELECT string_agg(n.name, ' ') FROM (SELECT DISTINCT t.name FROM (SELECT name FROM things WHERE name IS NOT NULL LIMIT 200) t) n),
      (SELECT jsonb_object_agg(p.kind, p.phrase) FROM (SELECT t.kind, things_phrase(t.kind, count(*), max(t.name)) AS phrase FROM things t GROUP BY t.kind) p)
    INTO kinds, row_count, summary, names, phrases;
    FOR one IN SELECT key, value FROM jsonb_each_text(phrases) LOOP
      made := replace(made, '{' || plural_of(one.key) || '}', one.value);
    END LOOP;
  END IF;
  IF made ~ '\{(products|categories|promotions|slides|synonyms|days|orders|users)\}' THEN
    made := NULL;
  END IF;
  made := left(coalesce(made, upper(left(summary, 1)) || substr(summary, 2)), 300);
  IF is_shared AND NEW.at <> now() THEN
    UPDATE change_sets s SET kinds = finished.kinds, row_count = finished.row_count, summary = m.made,
      search = fold(m.made || ' ' || coalesce(names, ''))
    FROM (SELECT CASE WHEN o.operation = current_setting('app.operation', true) THEN finished.made ELSE o.summary END AS made
      FROM change_sets o WHERE o.at = NEW.at AND o.id = NEW.set_id) m
    WHERE s.at = NEW.at AND s.id = NEW.set_id;
    RETURN NULL;
  END IF;
  INSERT INTO change_sets (id, actor_id, actor_name, operation, summary, undo_of, kinds, row_count, search)
  VALUES (NEW.set_id, caller(),
    -- Functions that read tables, called only where they find something.
    coalesce(CASE WHEN session_user <> 'aso_web' THEN nullif(current_setting('app.actor_name', true), '') END,
      CASE WHEN current_setting('app.api_key', true) <> '' THEN api_key_name() END,
      CASE WHEN caller() IS NOT NULL THEN user_name(caller()) END, 'database'),
    left(nullif(current_setting('app.operation', true), ''), 100), made,
    nullif(current_setting('app.undo_of', true), '')::uuid, coalesce(kinds, ARRAY[NEW.kind]), coalesce(row_count, 1),
    fold(made || ' ' || coalesce(names, NEW.thing, '')));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A setting that an earlier transaction of the connection left behind joins nothing; an undo waits for those that share
-- its set, and what they change afterwards is a set of its own.
DO $$
DECLARE
  patch text[];
  source text;
BEGIN
  FOREACH patch SLICE 1 IN ARRAY ARRAY[
    ['set_caller(uuid, text, text)', $q$set_config('app.undo_of', '', true),$q$,
     $q$set_config('app.undo_of', '', true),
    set_config('app.change_set', '', true),
    set_config('app.change_set_at', '', true),
    set_config('app.last_shared_change', '', true),$q$],
    ['undo_change_set(uuid, boolean)', 'SELECT * INTO undone FROM change_sets WHERE id = of_set;',
     'PERFORM pg_advisory_xact_lock(hashtextextended(of_set::text, 0));
  SELECT * INTO undone FROM change_sets WHERE id = of_set;']
  ] LOOP
    source := pg_get_functiondef(patch[1]::regprocedure);
    IF strpos(source, patch[2]) = 0 THEN
      RAISE EXCEPTION '% has no %', patch[1], patch[2];
    END IF;
    EXECUTE replace(source, patch[2], patch[3]);
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION change_set_at(), last_shared_change(), joinable_change_set(uuid), join_change_set(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION join_change_set(uuid) TO aso_web;
