-- findExternalAccountOwner
select "user_id"
  from "accounts"
  where ("accounts"."provider_id" = $1 and "accounts"."account_id" = $2);
--   Index accounts_provider_id_account_id_key on accounts

-- insertExternalAccount
insert into "accounts" ("id", "user_id", "account_id", "provider_id", "access_token", "refresh_token", "id_token", "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "email", "created_at", "updated_at")
  values ($1, default, default, default, default, default, default, default, default, default, default, default, default, default)
  on conflict ("provider_id","account_id") do nothing
  returning "id";
--   ModifyTable

-- updateExternalAccountEmail
update "accounts"
  set "email" = $1, "updated_at" = $2
  where ("accounts"."provider_id" = $3 and "accounts"."account_id" = $4);
--   ModifyTable
--     Index accounts_provider_id_account_id_key on accounts

-- listExternalAccounts
select "id", "provider_id", "email", "created_at"
  from "accounts"
  where ("accounts"."user_id" = $1 and "accounts"."provider_id" <> $2)
  order by "accounts"."created_at" asc, "accounts"."id" asc;
--   Sort
--     Index accounts_user_idx on accounts

-- deleteExternalAccount
delete
  from "accounts"
  where ("accounts"."id" = $1 and "accounts"."user_id" = $2 and "accounts"."provider_id" <> $3)
  returning "provider_id";
--   ModifyTable
--     Index accounts_user_idx on accounts
