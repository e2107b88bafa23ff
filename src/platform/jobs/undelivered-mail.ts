/**
 * What the owner sees of undelivered messages: recipient, topic, time and reason, never the content. A subject may
 * contain a code and an error may repeat one, or a link: both are left out. Bounded, and empty for every caller
 * except a super admin.
 */
export const UNDELIVERED_MAIL = `
CREATE OR REPLACE FUNCTION without_secrets(words text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT left(regexp_replace(regexp_replace(words, 'https?://\\S+', '…', 'g'), '\\m[0-9]{6}\\M', '······', 'g'), 300)
$$;

-- No view: one would keep an upgrade of the queue from changing its columns.
CREATE OR REPLACE FUNCTION undelivered() RETURNS TABLE (
  id uuid, kind text, state text, recipient text, about text, since timestamptz, tries integer, next_try timestamptz, error text)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT id, name AS kind, 'waiting' AS state, data->>'to' AS recipient,
    without_secrets(coalesce(data->>'about', data->>'subject', '')) AS about, created_on AS since,
    CASE WHEN started_on IS NULL THEN 0 ELSE retry_count + 1 END AS tries,
    CASE WHEN state = 'retry' THEN start_after END AS next_try, without_secrets(output->>'message') AS error
  FROM pgboss.job
  WHERE name IN ('mail', 'text') AND state < 'completed' AND created_on < now() - interval '1 minute'
  UNION ALL
  SELECT id, source_name, 'given_up', data->>'to',
    without_secrets(coalesce(data->>'about', data->>'subject', '')), coalesce(source_created_on, created_on),
    coalesce(source_retry_count, 0) + 1, NULL, without_secrets(source_output->>'message')
  FROM pgboss.job
  WHERE name = 'dead_letters' AND source_name IN ('mail', 'text')
$$;

CREATE OR REPLACE FUNCTION list_undelivered(most integer, skip integer) RETURNS TABLE (
  id uuid, kind text, state text, recipient text, about text, since timestamptz, tries integer, next_try timestamptz, error text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM undelivered() AS u WHERE (SELECT is_super_admin((SELECT caller())))
  ORDER BY u.since DESC, u.id LIMIT least(most, 100) OFFSET skip
$$;

CREATE OR REPLACE FUNCTION count_undelivered() RETURNS TABLE (waiting integer, given_up integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*) FILTER (WHERE state = 'waiting')::integer, count(*) FILTER (WHERE state = 'given_up')::integer
  FROM (SELECT u.state FROM undelivered() AS u WHERE (SELECT is_super_admin((SELECT caller()))) LIMIT 10000) AS found
$$;

CREATE OR REPLACE FUNCTION send_mail_again(letter uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  payload jsonb;
BEGIN
  IF is_super_admin(caller()) IS NOT TRUE THEN
    RETURN false;
  END IF;
  -- A second caller finds nothing: it is sent once.
  DELETE FROM pgboss.job WHERE id = letter AND name = 'dead_letters' AND source_name = 'mail' RETURNING data INTO payload;
  IF payload IS NULL THEN
    RETURN false;
  END IF;
  PERFORM insert_job('mail', payload, gen_random_uuid());
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION without_secrets(text), undelivered(), list_undelivered(integer, integer), count_undelivered(), send_mail_again(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_undelivered(integer, integer), count_undelivered(), send_mail_again(uuid) TO aso_web;
`;
