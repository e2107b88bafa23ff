-- lockSignInMethods
select
  from profiles
  where id = ($1) for update;
--   LockRows
--     Index profiles_pkey on profiles

-- countOtherSignInMethods
select ( (select count(*)
  from accounts
  where user_id = ($1) and id <> ($2) and ((provider_id = 'credential' and password is not null) or provider_id in ($3, $4))) + (select count(*)
  from passkeys
  where user_id = ($5) and id <> ($6)))::int as count;
--   Aggregate
--     Index accounts_user_idx on accounts
--   Aggregate
--     Index passkeys_user_idx on passkeys
