-- findProfile
select "id", "email", "first_name", "last_name", "phone", "phone_verified", "role", "created_at"
  from "profiles"
  where "profiles"."id" = $1;
--   Index profiles_pkey on profiles

-- updateProfile
update "profiles"
  set "name" = btrim($1 || ' ' || $2), "first_name" = $3, "last_name" = $4, "phone" = $5, "updated_at" = $6
  where "profiles"."id" = $7
  returning "id", "email", "first_name", "last_name", "phone", "phone_verified", "role", "created_at";
--   ModifyTable
--     Index profiles_pkey on profiles

-- findRights
select is_admin_or_super_admin(($1)) as admin, is_super_admin(($2)) as "superAdmin";

