-- insertStaffNote
insert into "staff_notes" ("id", "order_id", "author_id", "text", "created_at")
  values (default, default, default, default, default), (default, default, default, default, default)
  on conflict do nothing;
--   ModifyTable
--     Values Scan
select "id"
  from "staff_notes"
  where ("staff_notes"."id" = $1 and "staff_notes"."order_id" = $2 and "staff_notes"."text" = $3);
--   Index staff_notes_order_idx on staff_notes

-- deleteStaffNote
delete
  from "staff_notes"
  where "staff_notes"."id" = $1
  returning "id";
--   ModifyTable
--     Index staff_notes_order_idx on staff_notes
