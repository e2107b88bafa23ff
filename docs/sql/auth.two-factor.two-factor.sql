-- findTwoFactor
select "secret", "verified", "backup_salt", "created_at", cardinality("backup_codes")
  from "two_factors"
  where "two_factors"."user_id" = $1;
--   Index two_factors_user_id_key on two_factors

-- savePending
insert into two_factors (user_id, secret)
  values (($1), ($2, $3))
  on conflict (user_id) do update
  set secret = excluded.secret, last_step = null, created_at = now()
  where not two_factors.verified
  returning id as value;
--   ModifyTable

-- updateOn
update "two_factors"
  set "backup_codes" = $1, "backup_salt" = $2, "verified" = $3, "created_at" = now()
  where ("two_factors"."user_id" = $4 and "two_factors"."verified" = $5 and "two_factors"."secret" = $6 and "two_factors"."created_at" > now() - interval '1 hour')
  returning "user_id";
--   ModifyTable
--     Index two_factors_user_id_key on two_factors
update "profiles"
  set "two_factor_enabled" = $1, "updated_at" = $2
  where "profiles"."id" = $3;
--   ModifyTable
--     Index profiles_pkey on profiles
delete
  from "verifications"
  where ("verifications"."identifier" like $1 or "verifications"."identifier" like $2);
--   ModifyTable
--     Seq Scan on verifications

-- deleteTwoFactor
delete
  from "two_factors"
  where ("two_factors"."user_id" = $1 and "two_factors"."verified" = $2)
  returning "user_id";
--   ModifyTable
--     Index two_factors_user_id_key on two_factors
update "profiles"
  set "two_factor_enabled" = $1, "updated_at" = $2
  where "profiles"."id" = $3;
--   ModifyTable
--     Index profiles_pkey on profiles
update "sessions"
  set "second_factor" = $1
  where "sessions"."user_id" = $2;
--   ModifyTable
--     Index sessions_user_idx on sessions
delete
  from "verifications"
  where ("verifications"."identifier" like $1 or "verifications"."identifier" like $2);
--   ModifyTable
--     Seq Scan on verifications

-- updateBackupCodes
update "two_factors"
  set "backup_codes" = $1, "backup_salt" = $2
  where ("two_factors"."user_id" = $3 and "two_factors"."verified" = $4)
  returning "user_id";
--   ModifyTable
--     Index two_factors_user_id_key on two_factors

-- takeStep
update "two_factors"
  set "last_step" = $1
  where ("two_factors"."user_id" = $2 and "two_factors"."verified" = $3 and "two_factors"."last_step" < ($4))
  returning "user_id";
--   ModifyTable
--     Index two_factors_user_id_key on two_factors

-- takeBackupCode
update "two_factors"
  set "backup_codes" = array_remove("two_factors"."backup_codes", $1)
  where ("two_factors"."user_id" = $2 and "two_factors"."verified" = $3 and "two_factors"."backup_salt" = $4 and $5 = any("two_factors"."backup_codes"))
  returning cardinality("backup_codes");
--   ModifyTable
--     Index two_factors_user_id_key on two_factors

-- findOwed
select "sessions"."user_id", "sessions"."sign_in_method"
  from "sessions"
  inner join "profiles" on "profiles"."id" = "sessions"."user_id"
  where ("sessions"."id" = $1 and ("profiles"."two_factor_enabled" and "sessions"."second_factor" is null and "sessions"."sign_in_method" is distinct
  from 'passkey'));
--   Nested Loop
--     Index sessions_user_idx on sessions
--     Index profiles_pkey on profiles

-- lacksItsPasskey
select "sessions"."id"
  from "sessions"
  inner join "profiles" on "profiles"."id" = "sessions"."user_id"
  where ("sessions"."id" = $1 and "profiles"."role" <> $2 and "sessions"."second_factor" is null and "sessions"."sign_in_method" is distinct
  from 'passkey' and exists (select "id"
  from "passkeys"
  where "passkeys"."user_id" = "profiles"."id"));
--   Nested Loop
--     Nested Loop
--       Index sessions_user_idx on sessions
--       Aggregate
--         Index passkeys_user_idx on passkeys
--     Index profiles_pkey on profiles

-- updateSecondFactor
update "sessions"
  set "second_factor" = $1
  where "sessions"."id" = $2;
--   ModifyTable
--     Index sessions_pkey on sessions

-- saveFirstFactor
insert into verifications (id, identifier, value, expires_at)
  values (gen_random_uuid(), $1, $2, now() + make_interval(secs => $3))
  returning expires_at as value;
--   ModifyTable

-- findFirstFactor
select "profiles"."id", "profiles"."email", "profiles"."first_name"
  from "verifications"
  inner join "profiles" on "profiles"."id"::text = "verifications"."value"
  where ("verifications"."identifier" = $1 and "verifications"."identifier" like 'two-step-asked-%' and "verifications"."expires_at" > now());
--   Hash Join
--     Seq Scan on profiles
--     Hash
--       Index verifications_identifier_idx on verifications

-- consumeFirstFactor
delete
  from "verifications"
  where ("verifications"."identifier" = $1 and "verifications"."expires_at" > now())
  returning "id";
--   ModifyTable
--     Index verifications_identifier_idx on verifications

-- saveDevice
insert into verifications (id, identifier, value, expires_at)
  values (gen_random_uuid(), $1, ($2, $3), now() + make_interval(secs => $4))
  returning expires_at as value;
--   ModifyTable

-- renewDevice
update "verifications"
  set "identifier" = $1, "expires_at" = now() + $2 * interval '1 second'
  where ("verifications"."identifier" = $3 and "verifications"."identifier" like $4 and "verifications"."expires_at" > now())
  returning "id";
--   ModifyTable
--     Index verifications_identifier_idx on verifications

-- deleteFirstSteps
delete
  from "verifications"
  where ("verifications"."identifier" like $1 or "verifications"."identifier" like $2);
--   ModifyTable
--     Seq Scan on verifications
