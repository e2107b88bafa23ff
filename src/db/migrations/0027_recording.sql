-- The same history at a lower cost (docs/decisions/0036-change-history.md): each table is recorded by a function made from
-- its columns, and a change set is written once, at the end of its transaction.

-- CREATE TRIGGER waits for running writes, and later ones wait behind it.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint

-- ── Change sets ──────────────────────────────────────────────────────────────────────────────────

-- The place of the row among those that its statement changed, from 1; NULL in rows of earlier releases.
ALTER TABLE changes ADD COLUMN position integer;
--> statement-breakpoint
-- The id of the change set of this transaction: it follows from its start, its id and its user, so that no row and no
-- setting has to be read for it. The digits of a version and a variant (8) make it a valid UUID.
CREATE FUNCTION change_set_id() RETURNS uuid
LANGUAGE sql STABLE RETURN overlay(overlay(
  md5(concat_ws(' ', extract(epoch FROM now()), pg_current_xact_id_if_assigned(), caller())) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION current_change_set() RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT c.set_id FROM changes c WHERE c.at = now() AND c.set_id = change_set_id() LIMIT 1);
END $$;
--> statement-breakpoint
DROP TRIGGER finish_change_set ON change_sets;
--> statement-breakpoint
CREATE FUNCTION change_verb(operation text) RETURNS text
LANGUAGE sql IMMUTABLE RETURN CASE operation WHEN 'insert' THEN 'added ' WHEN 'delete' THEN 'deleted ' ELSE 'changed ' END;
--> statement-breakpoint
-- At the end of the transaction: writes its set, once, with what it changed and its summary. That of the operation has
-- '{products}' (or another kind) for what was changed; without one, or where nothing of that kind was changed, it is made
-- here. Most sets have one row, the one that the trigger has.
CREATE OR REPLACE FUNCTION finish_change_set() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  made text := nullif(current_setting('app.summary', true), '');
  kinds text[] := ARRAY[NEW.kind];
  row_count integer := 1;
  summary text;
  names text := NEW.thing;
  phrases jsonb;
  one record;
BEGIN
  -- A row that a restore writes.
  IF NEW.at <> now() THEN
    RETURN NULL;
  END IF;
  IF NEW.set_id <> change_set_id() THEN
    RAISE EXCEPTION 'the user of a transaction changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT EXISTS (SELECT FROM changes c WHERE c.at = NEW.at AND c.set_id = NEW.set_id AND c.id <> NEW.id) THEN
    summary := things_phrase(NEW.kind, 1, NEW.thing);
    phrases := jsonb_build_object(NEW.kind, summary);
    summary := change_verb(CASE WHEN NEW.row_id = NEW.thing_id THEN NEW.operation END) || summary;
  ELSIF EXISTS (SELECT FROM change_sets s WHERE s.at = NEW.at AND s.id = NEW.set_id) THEN
    -- Written for another statement of the transaction.
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
  END IF;
  IF made IS NOT NULL THEN
    FOR one IN SELECT key, value FROM jsonb_each_text(phrases) LOOP
      made := replace(made, '{' || plural_of(one.key) || '}', one.value);
    END LOOP;
    IF made ~ '\{(products|categories|promotions|slides|orders|users)\}' THEN
      made := NULL;
    END IF;
  END IF;
  made := left(coalesce(made, upper(left(summary, 1)) || substr(summary, 2)), 300);
  INSERT INTO change_sets (id, actor_id, actor_name, operation, summary, undo_of, kinds, row_count, search)
  VALUES (NEW.set_id, caller(),
    coalesce(CASE WHEN session_user <> 'aso_web' THEN nullif(current_setting('app.actor_name', true), '') END, user_name(caller()), 'database'),
    left(nullif(current_setting('app.operation', true), ''), 100), made,
    nullif(current_setting('app.undo_of', true), '')::uuid, kinds, row_count, fold(made || ' ' || coalesce(names, '')));
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION change_set_id() FROM PUBLIC;
--> statement-breakpoint
-- For the first row of each statement: a set of 10,000 rows is no 10,000 events.
CREATE CONSTRAINT TRIGGER finish_change_set AFTER INSERT ON changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.position = 1) EXECUTE FUNCTION finish_change_set();
--> statement-breakpoint

-- ── Recording ────────────────────────────────────────────────────────────────────────────────────

-- Records a table: makes the function history.record_<table> from its columns, and the triggers that call it for each
-- statement. A migration that adds a column calls it again; the triggers have its arguments. `thing_kind` is the kind of
-- thing that a row belongs to, or '' if the row names it; `id_column` has its id, and `name_column` its name, or '' for a
-- row of another table. An update counts with the columns `counted`, or '{}' for all but those that are ignored. Not
-- recorded: columns that follow from others; an order's items as its customer writes them; what the owner of the database
-- does under app.unrecorded (seeds, account deletion). The id of a row never changes.
CREATE FUNCTION record_table(of_table text, thing_kind text, id_column text, name_column text, counted text[] DEFAULT '{}',
  operations text[] DEFAULT '{insert,update,delete}') RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $make$
DECLARE
  -- Generated, or a reference to an account that may be deleted before the row is restored.
  unrestorable CONSTANT text[] := ARRAY['search', 'name_key', 'updated_by', 'switched_by', 'switched_at'];
  restorable CONSTANT text[] := ARRAY(SELECT a.attname FROM pg_attribute a WHERE a.attrelid = of_table::regclass
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> ALL (unrestorable) ORDER BY a.attnum);
  recorded CONSTANT text[] := ARRAY(SELECT name FROM unnest(restorable) name WHERE name NOT IN ('version', 'updated_at', 'likes', 'is_demo'));
  compared CONSTANT text[] := CASE counted WHEN '{}' THEN recorded ELSE counted END;
  kind CONSTANT text := CASE thing_kind WHEN '' THEN 'r.kind' ELSE quote_literal(thing_kind) END;
  thing CONSTANT text := format('thing_name(%s, r.%I)', kind, id_column);
  -- The first columns of a change, of the row `r`.
  about CONSTANT text := format('row_number() OVER (), this_set, %s, r.%I, %s, %L, r.id', kind, id_column,
    CASE name_column WHEN '' THEN thing ELSE format('coalesce(r.%I, %s)', name_column, thing) END, of_table);
  of_customer CONSTANT text := CASE of_table WHEN 'order_items' THEN 'EXISTS (SELECT FROM orders WHERE id = r.order_id AND %s)' ELSE 'false' END;
  operation text;
BEGIN
  -- An inserted row is JSON once, without the columns that are not recorded; of an updated one only what differs is. A FULL
  -- JOIN is never a nested loop, however few rows the first statement of a session had.
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION history.%1$I() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $record$
    DECLARE
      this_set CONSTANT uuid := change_set_id();
    BEGIN
      IF current_setting('app.unrecorded', true) IN ('on', 'account') AND session_user <> 'aso_web' THEN
        RETURN NULL;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO changes (position, set_id, kind, thing_id, thing, table_name, row_id, operation, before, after)
        SELECT %2$s, 'update', %3$s, %4$s
        FROM old_rows o FULL JOIN new_rows r USING (id) WHERE (%5$s) AND NOT %6$s;
      ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO changes (position, set_id, kind, thing_id, thing, table_name, row_id, operation, after)
        SELECT %2$s, 'insert', to_jsonb(r) FROM (SELECT %8$s FROM new_rows OFFSET 0) r WHERE NOT %7$s;
      ELSE
        INSERT INTO changes (position, set_id, kind, thing_id, thing, table_name, row_id, operation, before)
        SELECT %2$s, 'delete', to_jsonb(r) FROM (SELECT %9$s FROM old_rows OFFSET 0) r;
      END IF;
      RETURN NULL;
    END $record$ $create$,
    'record_' || of_table, about,
    (SELECT string_agg(format('CASE WHEN o.%1$I IS DISTINCT FROM r.%1$I THEN jsonb_build_object(%1$L, o.%1$I) ELSE ''{}'' END', name), ' || ') FROM unnest(compared) name),
    (SELECT string_agg(format('CASE WHEN o.%1$I IS DISTINCT FROM r.%1$I THEN jsonb_build_object(%1$L, r.%1$I) ELSE ''{}'' END', name), ' || ') FROM unnest(compared) name),
    (SELECT string_agg(format('o.%1$I IS DISTINCT FROM r.%1$I', name), ' OR ') FROM unnest(compared) name),
    format(of_customer, 'user_id = caller()'), format(of_customer, 'created_at = now()'),
    (SELECT string_agg(quote_ident(name), ', ') FROM unnest(recorded) name), (SELECT string_agg(quote_ident(name), ', ') FROM unnest(restorable) name));
  EXECUTE format('REVOKE ALL ON FUNCTION history.%I() FROM PUBLIC', 'record_' || of_table);
  FOREACH operation IN ARRAY operations LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION history.%I(%L, %L, %L, %L)',
      'record_' || operation, operation, of_table,
      CASE operation WHEN 'insert' THEN 'NEW TABLE AS new_rows' WHEN 'delete' THEN 'OLD TABLE AS old_rows' ELSE 'OLD TABLE AS old_rows NEW TABLE AS new_rows' END,
      'record_' || of_table, thing_kind, id_column, name_column, counted);
  END LOOP;
END $make$;
--> statement-breakpoint
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT t.tgrelid::regclass::text AS name, (array_agg(string_to_array(encode(t.tgargs, 'escape'), '\000')))[1:1] AS args,
      array_agg(substr(t.tgname, length('record_') + 1) ORDER BY t.tgname) AS operations
    FROM pg_trigger t WHERE t.tgfoid = 'record_changes()'::regprocedure GROUP BY t.tgrelid ORDER BY 1
  LOOP
    PERFORM record_table(one.name, one.args[1][1], one.args[1][2], one.args[1][3], one.args[1][4]::text[], one.operations);
  END LOOP;
END $$;
--> statement-breakpoint
-- contract: unused since 1.0.0, where triggers alone called them
DROP FUNCTION record_changes(), open_change_set();
--> statement-breakpoint

-- ── Functions that read the set of their own transaction ─────────────────────────────────────────

DO $$
DECLARE
  patch text[];
  source text;
BEGIN
  FOREACH patch SLICE 1 IN ARRAY ARRAY[
    ['undo_change_set(uuid, boolean)', 'SELECT s.id INTO made FROM change_sets s WHERE s.at = now() AND s.transaction_id = pg_current_xact_id();',
     'made := current_change_set();'],
    ['apply_planned_changes(date)', $q$UPDATE change_sets SET actor_name = 'The calendar' WHERE at = now() AND transaction_id = pg_current_xact_id();$q$,
     $q$PERFORM set_config('app.actor_name', 'The calendar', true);$q$]
  ] LOOP
    source := pg_get_functiondef(patch[1]::regprocedure);
    IF strpos(source, patch[2]) = 0 THEN
      RAISE EXCEPTION '% has no %', patch[1], patch[2];
    END IF;
    EXECUTE replace(source, patch[2], patch[3]);
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION record_table(text, text, text, text, text[], text[]) FROM PUBLIC;
