-- findNumber
select "phone", "phone_verified"
  from "profiles"
  where "profiles"."id" = $1;
--   Index profiles_pkey on profiles

-- confirmNumber
update "profiles"
  set "phone_verified" = $1, "updated_at" = $2
  where ("profiles"."id" = $3 and "profiles"."phone" = $4)
  returning "id";
--   ModifyTable
--     Index profiles_pkey on profiles

-- findByNumber
select "profiles"."id", "accounts"."password"
  from "profiles"
  inner join "accounts" on ("accounts"."user_id" = "profiles"."id" and "accounts"."provider_id" = $1)
  where ("profiles"."phone" = $2 and "profiles"."phone_verified" = $3 and "profiles"."email_verified" = $4);
--   Nested Loop
--     Index accounts_user_idx on accounts
--     Index profiles_pkey on profiles
