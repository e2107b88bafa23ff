-- insertSubmission
insert into "contact_submissions" ("id", "name", "email", "phone", "subject", "message", "read_at", "is_demo", "created_at")
  values (default, default, default, default, default, default, default, default, default), (default, default, default, default, default, default, default, default, default)
  on conflict do nothing;
--   ModifyTable
--     Values Scan

-- listSubmissions
select "id", "name", "email", "phone", "subject", "message", "read_at", "is_demo", "created_at"
  from "contact_submissions"
  where "contact_submissions"."read_at" is null
  order by "contact_submissions"."created_at", "contact_submissions"."id"
  offset $1;
--   Limit
--     Index contact_submissions_unread_idx on contact_submissions

-- countSubmissions
SELECT coalesce(sum(delta) FILTER (WHERE name = 'contact_submissions'), 0)::integer AS total, coalesce(sum(delta) FILTER (WHERE name = 'contact_submissions:unread'), 0)::integer AS unread
  FROM counters
  WHERE name IN ('contact_submissions', 'contact_submissions:unread');
--   Aggregate
--     Index counters_name_idx on counters

-- findSubmission
select "id", "name", "email", "phone", "subject", "message", "read_at", "is_demo", "created_at"
  from "contact_submissions"
  where "contact_submissions"."id" = $1;
--   Index contact_submissions_created_idx on contact_submissions

-- updateRead
update "contact_submissions"
  set "read_at" = now()
  where ("contact_submissions"."id" = $1 and "contact_submissions"."read_at" is null);
--   ModifyTable
--     Index contact_submissions_unread_idx on contact_submissions

-- lockToMark
select "id"
  from "contact_submissions"
  where ("contact_submissions"."read_at" is null and "contact_submissions"."id" in ($1))
  order by "contact_submissions"."id" for update;
--   LockRows
--     Index contact_submissions_unread_idx on contact_submissions

-- updateManyRead
update "contact_submissions"
  set "read_at" = now()
  where "contact_submissions"."id" = ANY ($1::uuid[]);
--   ModifyTable
--     Index contact_submissions_created_idx on contact_submissions
