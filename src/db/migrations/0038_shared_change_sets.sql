-- Several transactions can share a change set: an import and its images, or many photographs, are undone together
-- (docs/decisions/0036-change-history.md).

-- ALTER TABLE waits for running writes, and later ones wait behind it.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint
-- For migrations: changes a part of a function of before, and fails if the function has no such part.
CREATE FUNCTION patch_function(signature text, part text, replacement text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  source CONSTANT text := pg_get_functiondef(signature::regprocedure);
BEGIN
  IF strpos(source, part) = 0 THEN
    RAISE EXCEPTION '% has no %', signature, part;
  END IF;
  EXECUTE replace(source, part, replacement);
END $$;
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
-- The summary of a set: what its operation declared, or where that is nothing, or names a kind of which nothing was
-- changed, what was done, such as 'changed 3 products'.
CREATE FUNCTION summary_of(declared text, done text) RETURNS text
LANGUAGE sql IMMUTABLE RETURN left(CASE
  WHEN declared = '' OR declared ~ '\{(products|categories|promotions|slides|synonyms|days|orders|users)\}'
  THEN upper(left(done, 1)) || substr(done, 2) ELSE declared END, 300);
--> statement-breakpoint
-- The name of the author of this transaction's changes. The functions read tables: they are called where they find something.
CREATE FUNCTION actor_name() RETURNS text
LANGUAGE sql STABLE RETURN coalesce(
  CASE WHEN session_user <> 'aso_web' THEN nullif(current_setting('app.actor_name', true), '') END,
  CASE WHEN current_setting('app.api_key', true) <> '' THEN api_key_name() END,
  CASE WHEN caller() IS NOT NULL THEN user_name(caller()) END, 'database');
--> statement-breakpoint
-- At the end of the transaction: writes its set, once, with what it changed and its summary. That of the operation has
-- '{products}' (or another kind) for what was changed. Most sets have one row, the one that the trigger has, and are written
-- by one statement: what a save pays is the number of statements and expressions. A set that others share is written anew as
-- a whole, and has the summary of the operation that began it.
CREATE OR REPLACE FUNCTION finish_change_set() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_shared CONSTANT boolean := coalesce(current_setting('app.change_set', true), '') <> '';
BEGIN
  IF NEW.set_id <> change_set_id() THEN
    IF NEW.at = change_set_at() THEN
      RAISE EXCEPTION 'the user of a transaction changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    -- A row that a restore writes.
    RETURN NULL;
  END IF;
  IF is_shared THEN
    IF NEW.at IS DISTINCT FROM joinable_change_set(NEW.set_id)
      AND (NEW.at <> now() OR EXISTS (SELECT FROM change_sets s WHERE s.id = NEW.set_id)) THEN
      RAISE EXCEPTION 'the change set is not one to join' USING ERRCODE = 'insufficient_privilege';
    END IF;
  ELSE
    INSERT INTO change_sets (id, actor_id, actor_name, operation, summary, undo_of, kinds, row_count, search)
    SELECT NEW.set_id, caller(), actor_name(), left(nullif(current_setting('app.operation', true), ''), 100), m.made,
      nullif(current_setting('app.undo_of', true), '')::uuid, ARRAY[NEW.kind], 1, fold(concat_ws(' ', m.made, NEW.thing))
    FROM (SELECT summary_of(d.declared, d.done) AS made FROM (
      SELECT coalesce(replace(current_setting('app.summary', true), '{' || plural_of(NEW.kind) || '}', p.phrase), '') AS declared,
        change_verb(CASE WHEN NEW.row_id = NEW.thing_id THEN NEW.operation END) || p.phrase AS done
      FROM (SELECT things_phrase(NEW.kind, 1, NEW.thing) AS phrase OFFSET 0) p OFFSET 0) d OFFSET 0) m
    WHERE NOT EXISTS (SELECT FROM changes c WHERE c.at = NEW.at AND c.set_id = NEW.set_id AND c.id <> NEW.id);
    IF FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  -- The first statement of the transaction writes the set.
  IF NOT EXISTS (SELECT FROM changes c WHERE c.at = NEW.at AND c.set_id = NEW.set_id AND c.id > last_shared_change() AND c.id < NEW.id) THEN
    PERFORM write_change_set(NEW.at, NEW.set_id, is_shared AND NEW.at <> now());
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Writes a set of many rows, or anew one that others wrote before.
CREATE FUNCTION write_change_set(set_at timestamptz, set_id uuid, is_there boolean) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  whole record;
  declared text := coalesce(current_setting('app.summary', true), '');
  one record;
  made text;
BEGIN
  -- Names are compared as bytes: their order does not matter.
  WITH things AS MATERIALIZED (
    SELECT min(c.kind COLLATE "C") AS kind, max(c.thing COLLATE "C") AS name, count(*) AS row_count,
      -- A deleted image changes its product. Of two operations on the thing itself the first by name counts.
      coalesce(min(c.operation COLLATE "C") FILTER (WHERE c.row_id = c.thing_id), 'update') AS operation
    FROM changes c WHERE c.at = set_at AND c.set_id = write_change_set.set_id GROUP BY c.thing_id
  ), by_operation AS (
    SELECT p.operation, string_agg(p.phrase, ' and ' ORDER BY p.kind) AS phrase
    FROM (SELECT t.operation, t.kind, things_phrase(t.kind, count(*), max(t.name)) AS phrase FROM things t GROUP BY t.operation, t.kind) p
    GROUP BY p.operation
  ) SELECT
    (SELECT array_agg(DISTINCT t.kind ORDER BY t.kind) FROM things t) AS kinds,
    (SELECT sum(t.row_count) FROM things t) AS row_count,
    (SELECT string_agg(change_verb(o.operation) || o.phrase, ', ' ORDER BY o.operation) FROM by_operation o) AS done,
    (SELECT string_agg(n.name, ' ') FROM (SELECT DISTINCT t.name FROM (SELECT name FROM things WHERE name IS NOT NULL LIMIT 200) t) n) AS names,
    (SELECT jsonb_object_agg(p.kind, p.phrase) FROM (SELECT t.kind, things_phrase(t.kind, count(*), max(t.name)) AS phrase FROM things t GROUP BY t.kind) p) AS phrases
  INTO whole;
  FOR one IN SELECT key, value FROM jsonb_each_text(whole.phrases) LOOP
    declared := replace(declared, '{' || plural_of(one.key) || '}', one.value);
  END LOOP;
  made := summary_of(declared, whole.done);
  IF is_there THEN
    -- Joined by another operation, it keeps its summary.
    UPDATE change_sets s SET kinds = whole.kinds, row_count = whole.row_count, summary = n.summary, search = fold(concat_ws(' ', n.summary, whole.names))
    FROM (SELECT CASE o.operation WHEN current_setting('app.operation', true) THEN made ELSE o.summary END AS summary
      FROM change_sets o WHERE o.at = set_at AND o.id = write_change_set.set_id) n
    WHERE s.at = set_at AND s.id = write_change_set.set_id;
  ELSE
    INSERT INTO change_sets (id, actor_id, actor_name, operation, summary, undo_of, kinds, row_count, search)
    VALUES (set_id, caller(), actor_name(), left(nullif(current_setting('app.operation', true), ''), 100), made,
      nullif(current_setting('app.undo_of', true), '')::uuid, whole.kinds, whole.row_count, fold(concat_ws(' ', made, whole.names)));
  END IF;
END $$;
--> statement-breakpoint
-- A setting that an earlier transaction of the connection left behind joins nothing; an undo waits for those that share
-- its set, and what they change afterwards is a set of its own.
SELECT patch_function(signature, part, replacement) FROM (VALUES
  ('set_caller(uuid, text, text)', $q$set_config('app.undo_of', '', true),$q$,
     $q$set_config('app.undo_of', '', true),
    set_config('app.change_set', '', true),
    set_config('app.change_set_at', '', true),
    set_config('app.last_shared_change', '', true),$q$),
  ('undo_change_set(uuid, boolean)', 'SELECT * INTO undone FROM change_sets WHERE id = of_set;',
     'PERFORM pg_advisory_xact_lock(hashtextextended(of_set::text, 0));
  SELECT * INTO undone FROM change_sets WHERE id = of_set;')
) AS patch (signature, part, replacement);
--> statement-breakpoint
REVOKE ALL ON FUNCTION patch_function(text, text, text), change_set_at(), last_shared_change(), joinable_change_set(uuid), join_change_set(uuid), summary_of(text, text), actor_name(),
  write_change_set(timestamptz, uuid, boolean) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION join_change_set(uuid) TO aso_web;
