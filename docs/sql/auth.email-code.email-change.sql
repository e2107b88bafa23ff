-- saveEmailChange
delete
  from "verifications"
  where "verifications"."identifier" = $1;
--   ModifyTable
--     Index verifications_identifier_idx on verifications
insert into verifications (id, identifier, value, expires_at)
  values (gen_random_uuid(), $1, $2, now() + make_interval(secs => ($3)))
  returning expires_at as value;
--   ModifyTable

-- findEmailChange
select "value"
  from "verifications"
  where ("verifications"."identifier" = $1 and "verifications"."expires_at" > now());
--   Index verifications_identifier_idx on verifications

-- deleteOpenings
delete
  from "verifications"
  where ("verifications"."value" = $1 or "verifications"."identifier" in ($2, $3, $4) or starts_with("verifications"."identifier", $5));
--   ModifyTable
--     Seq Scan on verifications
