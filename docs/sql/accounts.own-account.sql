-- findRole
select "role"
  from "profiles"
  where "profiles"."id" = $1;
--   Index profiles_pkey on profiles

-- findEmailOwner
select "id", "email", "first_name", "email_verified"
  from "profiles"
  where lower("profiles"."email") = ($1);
--   Seq Scan on profiles

-- findSignInMethods
select p.email, p.email_verified as "emailVerified", p.phone, p.phone_verified as "phoneVerified", p.two_factor_enabled as "twoFactor", exists (select
  from accounts a
  where a.user_id = p.id and a.provider_id = 'credential' and a.password is not null) as "hasPassword", (select count(*)::integer
  from passkeys k
  where k.user_id = p.id) as passkeys, (select count(*)::integer
  from accounts a
  where a.user_id = p.id and a.provider_id <> 'credential') as linked
  from profiles p
  where p.id = ($1);
--   Index profiles_pkey on profiles
--     Index accounts_user_idx on accounts
--     Aggregate
--       Index passkeys_user_idx on passkeys
--     Aggregate
--       Index accounts_user_idx on accounts

-- countSignInMethods
select ( (select count(*)
  from accounts
  where user_id = ($1) and ((provider_id = 'credential' and password is not null) or provider_id in (select jsonb_array_elements_text($2::jsonb)))) + (select count(*)
  from passkeys
  where user_id = ($3)))::int as value;
--   Aggregate
--     Index accounts_user_idx on accounts
--       ProjectSet
--   Aggregate
--     Index passkeys_user_idx on passkeys

-- updateEmail
update "profiles"
  set "email" = $1, "email_verified" = $2, "updated_at" = now()
  where "profiles"."id" = $3;
--   ModifyTable
--     Index profiles_pkey on profiles

-- deleteUser
delete
  from "profiles"
  where "profiles"."id" = $1;
--   ModifyTable
--     Index profiles_pkey on profiles

-- listCredentials
select "name", "created_at", "last_used_at"
  from "passkeys"
  where "passkeys"."user_id" = $1
  order by "passkeys"."created_at";
--   Sort
--     Index passkeys_user_idx on passkeys
select "provider_id", "account_id", "created_at"
  from "accounts"
  where ("accounts"."user_id" = $1 and "accounts"."provider_id" <> $2)
  order by "accounts"."created_at";
--   Sort
--     Index accounts_user_idx on accounts
