-- listFilters
select "id", "list", "name", "search", "owner_id"
  from "saved_filters"
  order by lower("saved_filters"."name") asc, "saved_filters"."id" asc;
--   Sort
--     BitmapOr
--       Index saved_filters_owner_idx on saved_filters
--       Index saved_filters_owner_idx on saved_filters

-- insertFilter
insert into "saved_filters" ("id", "list", "name", "search", "owner_id", "created_at")
  values (default, default, default, default, default, default), (default, default, default, default, default, default)
  on conflict ("id") do nothing;
--   ModifyTable
--     Values Scan

-- deleteFilter
delete
  from "saved_filters"
  where "saved_filters"."id" = $1;
--   ModifyTable
--     Index saved_filters_pkey on saved_filters
