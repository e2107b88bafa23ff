-- saveCode
delete
  from "verifications"
  where "verifications"."identifier" = $1;
--   ModifyTable
--     Index verifications_identifier_idx on verifications
insert into verifications (id, identifier, value, expires_at)
  values (gen_random_uuid(), $1, $2, now() + make_interval(secs => $3))
  returning expires_at as value;
--   ModifyTable

-- deleteSignInCodes
delete
  from "verifications"
  where starts_with("verifications"."identifier", $1);
--   ModifyTable
--     Seq Scan on verifications

-- takeCode
update verifications
  set value = split_part(value, ':', 1) || ':' || (split_part(value, ':', 2)::integer + 1)
  where identifier = $1 and expires_at > now() and split_part(value, ':', 2)::integer < $2::integer
  returning id, split_part(value, ':', 1) as hash, $3::integer - split_part(value, ':', 2)::integer as left;
--   ModifyTable
--     Index verifications_identifier_idx on verifications
