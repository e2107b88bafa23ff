-- findUsableKey
select "api_keys"."id", "api_keys"."created_by", "api_keys"."scopes", coalesce("api_keys"."last_used_on" = current_date, false)
  from "api_keys"
  inner join "profiles" on "profiles"."id" = "api_keys"."created_by"
  where ("api_keys"."hash" = $1 and "api_keys"."revoked_at" is null and ("api_keys"."expires_at" is null or "api_keys"."expires_at" > now()) and "profiles"."role" = $2 and "profiles"."banned" = $3);
--   Nested Loop
--     Index api_keys_created_by_idx on api_keys
--     Index profiles_pkey on profiles

-- updateLastUsed
update "api_keys"
  set "last_used_on" = current_date
  where ("api_keys"."id" = $1 and "api_keys"."last_used_on" is distinct
  from current_date);
--   ModifyTable
--     Index api_keys_list_idx on api_keys
