-- findExternalAccountOwner
select "user_id"
  from "accounts"
  where ("accounts"."provider_id" = $1 and "accounts"."account_id" = $2);
--   Index accounts_provider_id_account_id_key on accounts

-- insertExternalAccount
insert into "accounts" ("id", "user_id", "account_id", "provider_id", "access_token", "refresh_token", "id_token", "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "address", "created_at", "updated_at")
  values ($1, default, default, default, default, default, default, default, default, default, default, default, default, default)
  on conflict ("provider_id","account_id") do nothing
  returning "id";
--   ModifyTable

-- updateExternalAccountEmail
update "accounts"
  set "address" = $1, "updated_at" = $2
  where ("accounts"."provider_id" = $3 and "accounts"."account_id" = $4);
--   ModifyTable
--     Index accounts_provider_id_account_id_key on accounts

-- listExternalAccounts
select "id", "provider_id", "address", "created_at"
  from "accounts"
  where ("accounts"."user_id" = $1 and "accounts"."provider_id" <> $2)
  order by "accounts"."created_at" asc, "accounts"."id" asc;
--   Sort
--     Index accounts_user_idx on accounts

-- deleteExternalAccount
select
  from profiles
  where id = ($1) for update;
--   LockRows
--     Index profiles_pkey on profiles
select "provider_id"
  from "accounts"
  where ("accounts"."id" = $1 and "accounts"."user_id" = $2 and "accounts"."provider_id" <> $3);
--   Index accounts_user_idx on accounts
select ( (select count(*)
  from accounts
  where user_id = ($1) and id <> ($2) and ((provider_id = 'credential' and password is not null) or provider_id in ($3, $4))) + (select count(*)
  from passkeys
  where user_id = ($5) and id <> ($6)))::int as count;
--   Aggregate
--     Index accounts_user_idx on accounts
--   Aggregate
--     Index passkeys_user_idx on passkeys
delete
  from "accounts"
  where ("accounts"."id" = $1 and "accounts"."user_id" = $2 and "accounts"."provider_id" <> $3);
--   ModifyTable
--     Index accounts_user_idx on accounts
