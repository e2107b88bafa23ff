-- insertAccount
insert into profiles (id, email, name, first_name, last_name, role)
  values ($1, lower($2), $3, $4, $5, $6)
  on conflict ((lower(email))) do nothing
  returning id as value;
--   ModifyTable

-- insertResetLink
insert into verifications (id, identifier, value, expires_at)
  values ($1, $2, ($3, $4), now() + make_interval(hours => ($5)));
--   ModifyTable

-- lockAccountForUpdate
select id as value
  from profiles
  where lower(email) = lower(($1)) for no key update;
--   LockRows
--     Seq Scan on profiles

-- deleteSessions
delete
  from sessions
  where user_id = ($1)
  returning expires_at > now() as valid;
--   ModifyTable
--     Index sessions_user_idx on sessions
