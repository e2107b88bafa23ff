-- findPasswordHash
select "password"
  from "accounts"
  where ("accounts"."user_id" = $1 and "accounts"."provider_id" = $2);
--   Index accounts_user_idx on accounts

-- saveReauthentication
update "sessions"
  set "reauthenticated_at" = now()
  where "sessions"."id" = $1;
--   ModifyTable
--     Index sessions_pkey on sessions

-- consumeReauthentication
update "sessions"
  set "reauthenticated_at" = $1
  where ("sessions"."id" = $2 and "sessions"."reauthenticated_at" > now() - interval '5 minutes')
  returning "id";
--   ModifyTable
--     Index sessions_pkey on sessions

-- saveReauthenticationCode
delete
  from "verifications"
  where "verifications"."identifier" = $1;
--   ModifyTable
--     Index verifications_identifier_idx on verifications
insert into verifications (id, identifier, value, expires_at)
  values (gen_random_uuid(), $1, $2, now() + make_interval(secs => $3))
  returning expires_at as value;
--   ModifyTable

-- consumeReauthenticationCode
delete
  from "verifications"
  where ("verifications"."identifier" = $1 and "verifications"."value" = $2 and "verifications"."expires_at" > now())
  returning "id";
--   ModifyTable
--     Index verifications_identifier_idx on verifications
