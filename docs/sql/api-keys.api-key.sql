-- listKeyRows
select "id", "name", "prefix", "scopes", "created_at", "expires_at", "last_used_on", "revoked_at", coalesce(staff_name("created_by"), '')
  from "api_keys"
  order by ("api_keys"."revoked_at" is not null), "api_keys"."created_at" desc, "api_keys"."id" desc
  limit ($1)
  offset ($2);
--   Limit
--     Index api_keys_list_idx on api_keys

-- countKeyRows
select count("id")
  from "api_keys";
--   Aggregate
--     Seq Scan on api_keys

-- insertKey
INSERT INTO api_keys (id, name, prefix, hash, scopes, created_by, expires_at)
  VALUES ($1, $2, $3, $4, $5::text[], $6, now() + make_interval(days => $7::integer));
--   ModifyTable

-- revokeKey
update "api_keys"
  set "revoked_at" = now()
  where ("api_keys"."id" = $1 and "api_keys"."revoked_at" is null);
--   ModifyTable
--     Index api_keys_list_idx on api_keys
