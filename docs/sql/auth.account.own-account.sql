-- lockUserForUpdate
select "id", "email", "first_name", "role", "is_demo"
  from "profiles"
  where "profiles"."id" = $1 for update;
--   LockRows
--     Index profiles_pkey on profiles

-- findEmailOwner
select "id", "email", "first_name", "email_verified"
  from "profiles"
  where lower("profiles"."email") = ($1);
--   Index profiles_email_key on profiles

-- findSignInMethods
select p.email, p.email_verified, p.phone, p.phone_verified, p.two_factor_enabled as two_step, exists (select
  from accounts a
  where a.user_id = p.id and a.provider_id = 'credential' and a.password is not null) as has_password, (select count(*)::integer
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

-- listSessions
select "sessions"."id", "sessions"."user_agent", "sessions"."ip_address", "sessions"."way", "sessions"."second_step", "sessions"."created_at", "sessions"."last_seen_at"
  from "sessions"
  inner join "profiles" on "profiles"."id" = "sessions"."user_id"
  where ("sessions"."user_id" = $1 and "sessions"."expires_at" > now() and not ("profiles"."two_factor_enabled" and "sessions"."second_step" is null and "sessions"."way" is distinct
  from 'passkey'))
  order by "sessions"."last_seen_at" desc, "sessions"."id" desc
  limit $2;
--   Limit
--     Sort
--       Nested Loop
--         Index sessions_user_idx on sessions
--         Index profiles_pkey on profiles

-- updateLastSeen
update "sessions"
  set "last_seen_at" = now()
  where ("sessions"."id" = $1 and "sessions"."last_seen_at" < now() - interval '5 minutes');
--   ModifyTable
--     Index sessions_pkey on sessions

-- deleteSession
delete
  from "sessions"
  where ("sessions"."id" = $1 and "sessions"."user_id" = $2)
  returning "id";
--   ModifyTable
--     Index sessions_user_idx on sessions

-- deleteOtherSessions
delete
  from "sessions"
  where ("sessions"."user_id" = $1 and "sessions"."id" <> $2)
  returning "id";
--   ModifyTable
--     Index sessions_user_idx on sessions

-- deleteOpenings
delete
  from "verifications"
  where "verifications"."value" = $1;
--   ModifyTable
--     Seq Scan on verifications

-- savePasswordHash
with before as (select password
  from accounts
  where user_id = ($1) and provider_id = 'credential') insert into accounts (id, user_id, account_id, provider_id, password)
  values ($2, ($3), ($4), 'credential', ($5, $6))
  on conflict (provider_id, account_id) do update
  set password = excluded.password, updated_at = now()
  returning not exists (select
  from before
  where password is not null) as first;
--   ModifyTable
--     Index accounts_user_idx on accounts

-- updateEmail
update "profiles"
  set "email" = $1, "email_verified" = $2, "updated_at" = now()
  where "profiles"."id" = $3;
--   ModifyTable
--     Index profiles_pkey on profiles

-- deleteCodes
delete
  from "verifications"
  where ("verifications"."identifier" in ($1, $2) or starts_with("verifications"."identifier", $3));
--   ModifyTable
--     Seq Scan on verifications

-- saveReset
select "id"
  from "verifications"
  where "verifications"."identifier" = $1;
--   Index verifications_identifier_idx on verifications

-- saveEmailChange
delete
  from "verifications"
  where "verifications"."identifier" = $1;
--   ModifyTable
--     Index verifications_identifier_idx on verifications
insert into verifications (id, identifier, value, expires_at)
  values (gen_random_uuid(), $1, $2, now() + interval '1 hour');
--   ModifyTable

-- updateEmailChange
update "verifications"
  set "value" = $1
  where "verifications"."identifier" = $2;
--   ModifyTable
--     Index verifications_identifier_idx on verifications

-- deleteEmailChange
delete
  from "verifications"
  where "verifications"."identifier" = $1;
--   ModifyTable
--     Index verifications_identifier_idx on verifications

-- findEmailChange
select "value"
  from "verifications"
  where ("verifications"."identifier" = $1 and "verifications"."expires_at" > now());
--   Index verifications_identifier_idx on verifications

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
