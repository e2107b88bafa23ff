-- isSuperAdmin
SELECT is_super_admin(caller()) IS TRUE AS value;


-- listFindingStates
select "line", "state", "since"
  from "doctor_lines"
  where "doctor_lines"."line" in ($1, $2);
--   Index doctor_lines_pkey on doctor_lines

-- putFindingStates
insert into "doctor_lines" ("line", "state", "since")
  values (default, default, $1), (default, default, $2)
  on conflict ("line") do update
  set "state" = excluded.state, "since" = $3
  where "doctor_lines"."state" <> excluded.state;
--   ModifyTable
--     Values Scan
