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
-- The images whose 30 days ended since all of them were deleted; those of the whole history at first. A day more, for
-- changes that were committed late.
CREATE OR REPLACE FUNCTION expired_images() RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT coalesce(before ->> 'image_url', before ->> 'product_image') FROM changes
  WHERE coalesce(before ->> 'image_url', before ->> 'product_image') IS NOT NULL
    AND at BETWEEN coalesce((SELECT value::timestamptz FROM installation WHERE key = 'expired_images_deleted'), '-infinity') - interval '31 days'
      AND now() - interval '30 days'
$$;
--> statement-breakpoint
-- The files of all images that had expired at that moment are deleted.
CREATE FUNCTION note_expired_images_deleted(until timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO installation (key, value) VALUES ('expired_images_deleted', until::text)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_expired_images_deleted(timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION note_expired_images_deleted(timestamptz) TO aso_auth;
