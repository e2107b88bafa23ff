-- findSession
select id, product_ids as "productIds", canceled, expires_at as "expiresAt"
  from find_agent_session(($1), ($2)::uuid);
--   Function Scan

-- writeSession
select outcome, id, product_ids as "productIds", canceled, expires_at as "expiresAt"
  from write_agent_session($1, $2, $3::uuid, $4::uuid[], $5::uuid, $6, $7);
--   Function Scan
