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
--> statement-breakpoint
-- The images whose 30 days ended since the job last asked, and in the three days before that: a day that failed is made
-- up for, and so is any time without the job. Those of the whole history at first.
CREATE OR REPLACE FUNCTION expired_images() RETURNS SETOF text
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH asked AS (
    INSERT INTO installation (key, value) VALUES ('expired_images', now()::text)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value
  )
  SELECT DISTINCT coalesce(before ->> 'image_url', before ->> 'product_image') FROM changes
  WHERE coalesce(before ->> 'image_url', before ->> 'product_image') IS NOT NULL
    AND at BETWEEN coalesce((SELECT value::timestamptz FROM installation WHERE key = 'expired_images'), '-infinity') - interval '33 days'
      AND now() - interval '30 days'
$$;
