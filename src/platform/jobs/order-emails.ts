/**
 * The emails of an order that were not sent, for the staff: on their way, or given up. Of one that was sent, the worker
 * records an event of the order; a reminder has its event already. Only who it is for and since when: emails contain links.
 */
export const ORDER_MAILS = `
CREATE OR REPLACE FUNCTION order_mails(of_order uuid) RETURNS TABLE (id uuid, reader text, state text, at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH jobs AS MATERIALIZED (
    SELECT md5(reader || of_order)::uuid AS id FROM unnest(ARRAY['shop', 'customer']) reader
    UNION ALL SELECT e.id FROM order_events e WHERE e.order_id = of_order AND e.kind = 'reminder'
  )
  SELECT j.id, CASE WHEN j.data ? 'reminder' THEN 'reminder' ELSE j.data->>'reader' END, 'waiting', j.created_on FROM pgboss.job j
  WHERE j.name = 'mail' AND j.id IN (SELECT jobs.id FROM jobs) AND j.state < 'completed'
    AND (SELECT is_admin_or_super_admin((SELECT caller())))
  UNION ALL
  SELECT j.id, CASE WHEN j.data ? 'reminder' THEN 'reminder' ELSE j.data->>'reader' END, 'given_up', coalesce(j.source_created_on, j.created_on) FROM pgboss.job j
  WHERE j.name = 'dead_letters' AND j.source_name = 'mail' AND j.data->>'order' = of_order::text
    AND (SELECT is_admin_or_super_admin((SELECT caller())))
$$;
REVOKE ALL ON FUNCTION order_mails(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION order_mails(uuid) TO aso_web;
`;
