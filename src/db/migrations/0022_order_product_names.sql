-- The names of the products of orders placed before 0016. Orders are read while it runs; new ones wait.
-- One statement for all orders, each name folded once, without the triggers of every row.
ALTER TABLE orders DISABLE TRIGGER USER;
--> statement-breakpoint
WITH names AS MATERIALIZED (
  SELECT product_name, fold(product_name) AS folded FROM (SELECT DISTINCT product_name FROM order_items) n
), listed AS (
  SELECT i.order_id, ' ' || string_agg(n.folded, ' ' ORDER BY i.position) AS names
  FROM order_items i JOIN names n USING (product_name) GROUP BY i.order_id
) UPDATE orders o SET product_names = listed.names FROM listed WHERE listed.order_id = o.id AND o.product_names IS DISTINCT FROM listed.names;
--> statement-breakpoint
ALTER TABLE orders ENABLE TRIGGER USER;
