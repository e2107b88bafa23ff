-- findSessionOwner
select "sessions"."id", "profiles"."id", "profiles"."role", "profiles"."banned", "sessions"."last_seen_at", "sessions"."sign_in_method", "sessions"."second_factor", "sessions"."expires_at"
  from "sessions"
  inner join "profiles" on "profiles"."id" = "sessions"."user_id"
  where ("sessions"."token" = $1 and not ("profiles"."two_factor_enabled" and "sessions"."second_factor" is null and "sessions"."sign_in_method" is distinct
  from 'passkey'));
--   Nested Loop
--     Index sessions_user_idx on sessions
--     Index profiles_pkey on profiles

-- lockUserForUpdate
select "id", "email", "first_name", "phone", "role", "is_demo"
  from "profiles"
  where "profiles"."id" = $1 for update;
--   LockRows
--     Index profiles_pkey on profiles

-- findRegistration
select "id", "email_verified", "created_at"
  from "profiles"
  where lower("profiles"."email") = ($1);
--   Index profiles_email_key on profiles

-- confirmEmail
update "profiles"
  set "email_verified" = $1, "updated_at" = $2
  where ("profiles"."id" = $3 and "profiles"."email_verified" = $4)
  returning "id";
--   ModifyTable
--     Index profiles_pkey on profiles

-- findUserState
select "email_verified", "banned"
  from "profiles"
  where "profiles"."id" = $1;
--   Index profiles_pkey on profiles

-- takeOver
begin;
--   (no plan)
update "profiles"
  set "email_verified" = $1, "updated_at" = $2
  where ("profiles"."id" = $3 and "profiles"."email_verified" = $4)
  returning "id";
--   ModifyTable
--     Index profiles_pkey on profiles
delete
  from "accounts"
  where "accounts"."user_id" = $1;
--   ModifyTable
--     Index accounts_user_idx on accounts
delete
  from "sessions"
  where "sessions"."user_id" = $1;
--   ModifyTable
--     Index sessions_user_idx on sessions
commit;
--   (no plan)

-- takeLimit
select hits, wait
  from take_limit(($1), ($2), ($3));
--   Function Scan

-- findHits
select limit_hits(($1), ($2)) as value;


-- forgiveLimit
select forgive_limit(($1), ($2));


-- beginWait
select take_wait(($1), ($2)) as value;


-- deleteUnconfirmed
delete
  from "profiles"
  where (lower("profiles"."email") = ($1) and "profiles"."email_verified" = $2 and "profiles"."role" = $3 and "profiles"."is_demo" = $4 and "profiles"."banned" = $5);
--   ModifyTable
--     Index profiles_email_key on profiles
