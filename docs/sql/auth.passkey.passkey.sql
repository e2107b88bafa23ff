-- listPasskeys
select "id", coalesce("name", 'Passkey'), "backed_up", "created_at", "last_used_at"
  from "passkeys"
  where "passkeys"."user_id" = $1
  order by "passkeys"."created_at" asc, "passkeys"."id" asc;
--   Sort
--     Index passkeys_user_idx on passkeys

-- countPasskeys
select count(*)
  from "passkeys"
  where "passkeys"."user_id" = $1;
--   Aggregate
--     Index passkeys_user_idx on passkeys

-- updatePasskeyName
update "passkeys"
  set "name" = $1
  where ("passkeys"."id" = $2 and "passkeys"."user_id" = $3)
  returning "id";
--   ModifyTable
--     Index passkeys_user_idx on passkeys

-- updatePasskeyUse
update "passkeys"
  set "backed_up" = $1, "last_used_at" = now()
  where "passkeys"."credential_id" = $2;
--   ModifyTable
--     Index passkeys_credential_id_key on passkeys

-- deletePasskey
delete
  from "passkeys"
  where ("passkeys"."id" = $1 and "passkeys"."user_id" = $2)
  returning coalesce("name", 'Passkey'), "credential_id";
--   ModifyTable
--     Index passkeys_user_idx on passkeys

-- withdrawPasskey
delete
  from "passkeys"
  where "passkeys"."id" = $1;
--   ModifyTable
--     Index passkeys_pkey on passkeys
