-- Locks products by id, as planned changes do, before it changes any: otherwise both may wait for each other, and
-- PostgreSQL cancels one of them. Products before their likes, as a deletion.
CREATE OR REPLACE FUNCTION count_likes() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  liked uuid[] := ARRAY(SELECT DISTINCT product_id FROM product_likes WHERE NOT counted);
BEGIN
  PERFORM set_config('app.quiet', 'on', true);
  PERFORM FROM products WHERE id = ANY (liked) ORDER BY id FOR NO KEY UPDATE;
  WITH fresh AS (UPDATE product_likes SET counted = true WHERE NOT counted AND product_id = ANY (liked) RETURNING product_id),
       sums AS (SELECT product_id, count(*)::integer AS n FROM fresh GROUP BY product_id)
  UPDATE products p SET likes = p.likes + s.n FROM sums s WHERE p.id = s.product_id;
  PERFORM set_config('app.quiet', '', true);
END $$;
