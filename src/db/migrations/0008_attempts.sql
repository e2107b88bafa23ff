-- Sliding windows for what is counted against accounts, mailboxes and networks.

-- Counts one more of a key when fewer than `most` were counted in the `seconds` before now, and says with `wait` 0 that
-- it did; else nothing is counted and `wait` is the seconds until there is room again. `hits` are those in the window,
-- this one included. The window slides: the bucket before counts with the part of it that is still inside. Two rows a
-- key; the row of the running bucket is locked until the end, so that many at once are not more than `most`.
CREATE FUNCTION take_limit(limit_key text, most integer, seconds integer, OUT hits integer, OUT wait integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  stored text := left(limit_key, 200);
  began timestamptz := to_timestamp(floor(extract(epoch FROM now()) / seconds) * seconds);
  elapsed double precision := extract(epoch FROM now() - began) / seconds;
  counted integer;
  before integer;
BEGIN
  INSERT INTO limits AS l (key, window_start, hits) VALUES (stored, began, 1)
  ON CONFLICT (key, window_start) DO UPDATE SET hits = l.hits + 1
  RETURNING l.hits INTO counted;
  before := coalesce((SELECT p.hits FROM limits p
    WHERE p.key = stored AND p.window_start = began - make_interval(secs => seconds)), 0);
  hits := ceil(counted + before * (1 - elapsed));
  wait := 0;
  IF counted + before * (1 - elapsed) <= most THEN
    RETURN;
  END IF;
  UPDATE limits l SET hits = l.hits - 1 WHERE l.key = stored AND l.window_start = began;
  wait := greatest(1, ceil(seconds * CASE
    WHEN counted <= most THEN 1 - (most - counted) / before::double precision - elapsed
    ELSE 2 - (most - 1) / (counted - 1)::double precision - elapsed
  END));
END $$;
--> statement-breakpoint
-- How many were counted of a key in the `seconds` before now.
CREATE FUNCTION limit_hits(limit_key text, seconds integer) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH bucket AS (SELECT to_timestamp(floor(extract(epoch FROM now()) / seconds) * seconds) AS began)
  SELECT coalesce(ceil(sum(CASE WHEN l.window_start = began THEN l.hits
    ELSE l.hits * (1 - extract(epoch FROM now() - began) / seconds) END)), 0)::integer
  FROM bucket, limits l
  WHERE l.key = left(limit_key, 200) AND l.window_start IN (began, began - make_interval(secs => seconds))
$$;
--> statement-breakpoint
-- The bucket before a day's is needed until that day is over.
CREATE OR REPLACE FUNCTION forget_limits() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$ DELETE FROM limits WHERE window_start < now() - interval '2 days' $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION take_limit(text, integer, integer), limit_hits(text, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION take_limit(text, integer, integer), limit_hits(text, integer) TO aso_auth;
--> statement-breakpoint

-- Roles and bans: the event also says from which address and with which browser the change was made, as
-- `app.ip_address` and `app.user_agent` name them; nothing where it was made at the server.
CREATE OR REPLACE FUNCTION note_rights() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ip_address text := nullif(left(current_setting('app.ip_address', true), 64), '');
  user_agent text := nullif(left(current_setting('app.user_agent', true), 400), '');
BEGIN
  IF NEW.role <> OLD.role THEN
    INSERT INTO account_events (kind, matter, user_id, actor_id, ip_address, user_agent, detail)
    VALUES ('role_changed', 'rights', NEW.id, caller(), ip_address, user_agent,
      jsonb_build_object('from', OLD.role, 'to', NEW.role));
  END IF;
  IF NEW.banned <> OLD.banned THEN
    INSERT INTO account_events (kind, matter, user_id, actor_id, ip_address, user_agent, detail)
    VALUES (CASE WHEN NEW.banned THEN 'banned' ELSE 'unbanned' END, 'rights', NEW.id, caller(), ip_address, user_agent,
      jsonb_strip_nulls(jsonb_build_object('reason', nullif(left(current_setting('app.reason', true), 300), ''))));
    UPDATE sessions SET expires_at = now() WHERE NEW.banned AND user_id = NEW.id AND expires_at > now();
  END IF;
  RETURN NULL;
END $$;
