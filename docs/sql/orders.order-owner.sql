-- listOrderOwners
select id, user_id as "userId"
  from order_owners($1::uuid[])
  where user_id is not null;
--   Function Scan
