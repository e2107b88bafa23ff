-- findNewest
select "name", "made_at", "bytes", "sealed", "error", "verified_at", "verification_error", "copied_at", "copied_to", "copy_error"
  from "backups"
  where "backups"."error" is null
  order by "backups"."made_at" desc
  limit $1;
--   Limit
--     Index backups_made_idx on backups

-- findVerified
select "name", "made_at", "bytes", "sealed", "error", "verified_at", "verification_error", "copied_at", "copied_to", "copy_error"
  from "backups"
  where "backups"."verified_at" is not null
  order by "backups"."verified_at" desc
  limit $1;
--   Limit
--     Sort
--       Seq Scan on backups

-- findFailure
select "name", "made_at", "bytes", "sealed", "error", "verified_at", "verification_error", "copied_at", "copied_to", "copy_error"
  from "backups"
  where ("backups"."error" is not null and "backups"."made_at" > $1)
  order by "backups"."made_at" desc
  limit $2;
--   Limit
--     Index backups_made_idx on backups

-- findFailedVerification
select "name", "made_at", "bytes", "sealed", "error", "verified_at", "verification_error", "copied_at", "copied_to", "copy_error"
  from "backups"
  where ("backups"."verification_error" is not null and "backups"."made_at" >= $1)
  order by "backups"."made_at" desc
  limit $2;
--   Limit
--     Index backups_made_idx on backups

-- findCopied
select "name", "made_at", "bytes", "sealed", "error", "verified_at", "verification_error", "copied_at", "copied_to", "copy_error"
  from "backups"
  where "backups"."copied_to" = $1
  order by "backups"."made_at" desc
  limit $2;
--   Limit
--     Index backups_made_idx on backups

-- findFailedCopy
select "name", "made_at", "bytes", "sealed", "error", "verified_at", "verification_error", "copied_at", "copied_to", "copy_error"
  from "backups"
  where ("backups"."copy_error" is not null and "backups"."made_at" >= $1)
  order by "backups"."made_at" desc
  limit $2;
--   Limit
--     Index backups_made_idx on backups
