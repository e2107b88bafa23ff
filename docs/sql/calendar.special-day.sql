-- listSpecialDays
select "id", "name", "first_day", "last_day", "every_year", "version", staff_name("updated_by"), "created_at", "updated_at"
  from "special_days"
  order by "special_days"."first_day" asc, "special_days"."id" asc;
--   Index special_days_first_idx on special_days

-- findSpecialDay
select "id", "name", "first_day", "last_day", "every_year", "version", staff_name("updated_by"), "created_at", "updated_at"
  from "special_days"
  where "special_days"."id" = $1;
--   Index special_days_pkey on special_days

-- insertSpecialDay
insert into "special_days" ("id", "name", "first_day", "last_day", "every_year", "version", "updated_by", "created_at", "updated_at")
  values (default, default, default, default, default, default, default, default, default), (default, default, default, default, default, default, default, default, default)
  on conflict ("id") do nothing;
--   ModifyTable
--     Values Scan

-- updateSpecialDay
update "special_days"
  set "id" = $1, "name" = $2, "updated_at" = $3
  where ("special_days"."id" = $4 and "special_days"."version" = $5);
--   ModifyTable
--     Index special_days_pkey on special_days

-- deleteSpecialDay
delete
  from "special_days"
  where "special_days"."id" = $1;
--   ModifyTable
--     Index special_days_pkey on special_days
