-- findResetByToken
select "value"
  from "verifications"
  where ("verifications"."identifier" = $1 and "verifications"."expires_at" > now());
--   Index verifications_identifier_idx on verifications

-- findResetEmail
select "value"
  from "verifications"
  where ("verifications"."identifier" = $1 and "verifications"."expires_at" > now());
--   Index verifications_identifier_idx on verifications
select "email"
  from "profiles"
  where "profiles"."id" = $1;
--   Index profiles_pkey on profiles

-- findResetByCode
select "profiles"."id"
  from "verifications"
  inner join "profiles" on "profiles"."email" = $1
  where ("verifications"."identifier" = $2 and starts_with("verifications"."value", $3) and "verifications"."expires_at" > now());
--   Nested Loop
--     Index verifications_identifier_idx on verifications
--     Seq Scan on profiles

-- savePasswordHash
with before as (select password
  from accounts
  where user_id = ($1) and provider_id = 'credential') insert into accounts (id, user_id, account_id, provider_id, password)
  values ($2, ($3), ($4), 'credential', ($5, $6))
  on conflict (provider_id, account_id) do update
  set password = excluded.password, updated_at = now()
  returning not exists (select
  from before
  where password is not null) as value;
--   ModifyTable
--     Index accounts_user_idx on accounts

-- saveReset
select "id"
  from "verifications"
  where "verifications"."identifier" = $1;
--   Index verifications_identifier_idx on verifications
