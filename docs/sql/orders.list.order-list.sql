-- listOrderIds
select id
  from find_orders($1::text, $2::boolean, $3::text[], $4::jsonb, $5::uuid, $6::uuid, $7, $8, $9, $10::text, $11::date, $12::date, $13::uuid, $14::timestamptz, $15::uuid, $16::text, now() - $17 * interval '1 minute') with ordinality as f(id, place)
  order by place;
--   Function Scan

-- searchOrderIds
with hits as materialized ( select id, place
  from find_orders($1::text, $2::boolean, $3::text[], $4::jsonb, $5::uuid, $6::uuid, $7, $8, $9, $10::text, $11::date, $12::date, $13::uuid, $14::timestamptz, $15::uuid, $16::text, now() - $17 * interval '1 minute') with ordinality as f(id, place) ), size as ( select count(*)::integer as found, least($18::bigint, greatest(ceil(least(count(*), $19) / $20::numeric), 1)) as page
  from hits ) select size.found, ( select array_agg(id
  order by place)
  from hits
  where place > (size.page - 1) * $21 and place <= least(size.page * $22, $23) ) as ids
  from size;
--   Subquery Scan
--     Function Scan
--     Aggregate
--       CTE Scan
--     Aggregate
--       Sort
--         CTE Scan

-- orderCounters
select "name", sum("delta")
  from "counters"
  where "counters"."name" in ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  group by "counters"."name";
--   Aggregate
--     Index counters_name_idx on counters

-- countLate
select count_late_orders(($1), ($2)) as value;


-- countQueues
select ( select count(*)::integer
  from ( select
  from orders
  where status = 'pending' and confirmed_at is null and opened_at is null and created_at <= now() - $1 * interval '1 minute'
  limit ($2) ) q ) as unopened, ( select count(*)::integer
  from ( select
  from orders
  where status = 'pending' and confirmed_at is null and opened_at <= now() - $3 * interval '1 minute'
  limit ($4) ) q ) as unconfirmed;
--   Aggregate
--     Limit
--       Index orders_status_unopened_idx on orders
--   Aggregate
--     Limit
--       Index orders_to_confirm_idx on orders

-- listOrdersByIds
select "id", "order_number", "status", "created_at", "opened_at", "confirmed_at", "due_day", "customer_name"
  from "orders"
  where "orders"."id" in ($1, $2);
--   Index orders_pkey on orders

-- contentsOfOrders
select "order_id", count(*), sum("product_price"), (array_agg("product_image"
  order by "position"))[1:3]
  from "order_items"
  where "order_items"."order_id" in ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36)
  group by "order_items"."order_id";
--   Aggregate
--     Incremental Sort
--       Index order_items_order_id_product_id_key on order_items
--         Index orders_user_idx on orders
