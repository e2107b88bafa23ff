-- findProfile
select "id", "email", "first_name", "last_name", "phone", "phone_verified", "role", "created_at"
  from "profiles"
  where "profiles"."id" = $1;
--   Index profiles_pkey on profiles

-- updateProfile
update "profiles"
  set "name" = $1, "first_name" = $2, "last_name" = $3, "phone" = $4, "updated_at" = $5
  where "profiles"."id" = $6
  returning "id", "email", "first_name", "last_name", "phone", "phone_verified", "role", "created_at";
--   ModifyTable
--     Index profiles_pkey on profiles

-- findRights
select is_admin_or_super_admin(($1)) as admin, is_super_admin(($2)) as "superAdmin";

