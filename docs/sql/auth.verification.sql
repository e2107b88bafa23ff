-- insertVerification
insert into verifications (id, identifier, value, expires_at)
  values (gen_random_uuid(), $1, $2, now() + make_interval(secs => $3))
  returning expires_at as value;
--   ModifyTable

-- replaceVerification
delete
  from "verifications"
  where "verifications"."identifier" = $1;
--   ModifyTable
--     Index verifications_identifier_idx on verifications
insert into verifications (id, identifier, value, expires_at)
  values (gen_random_uuid(), $1, $2, now() + make_interval(secs => $3))
  returning expires_at as value;
--   ModifyTable
