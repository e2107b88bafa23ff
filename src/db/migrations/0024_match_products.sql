-- Products by what files of photographs are called. Indexes are built while products are written: each statement by
-- itself, without a transaction. An index that an earlier attempt left unfinished is dropped first.
-- A code or name as a file name has it: folded, and what is no letter or digit as one blank.
CREATE OR REPLACE FUNCTION file_key(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(fold(value), '[\s!-/:-@[-`{-~]+', ' ', 'g'));
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_sku_file_key_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_sku_file_key_idx ON products (file_key(sku) COLLATE "C") WHERE sku IS NOT NULL;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_name_file_key_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_name_file_key_idx ON products (file_key(name) COLLATE "C");
--> statement-breakpoint
-- The products with each of these codes or names, at most three by each, with the ids of their images; for an admin, for
-- everybody else none. Under row level security no index serves a condition that calls file_key().
CREATE OR REPLACE FUNCTION match_products(keys text[])
RETURNS TABLE (key_at integer, matched text, id uuid, name text, sku text, images uuid[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF is_admin_or_super_admin(caller()) IS NOT TRUE THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH wanted AS MATERIALIZED (
      SELECT position::integer - 1 AS at, file_key(key) COLLATE "C" AS key
      FROM unnest(keys) WITH ORDINALITY AS n(key, position)
    ), found AS (
      SELECT w.at, 'sku' AS matched, p.* FROM wanted w, LATERAL (
        SELECT p.id, p.name, p.sku FROM products p WHERE p.sku IS NOT NULL AND file_key(p.sku) COLLATE "C" = w.key LIMIT 3
      ) p WHERE w.key <> ''
      UNION ALL
      SELECT w.at, 'name', p.* FROM wanted w, LATERAL (
        SELECT p.id, p.name, p.sku FROM products p WHERE file_key(p.name) COLLATE "C" = w.key LIMIT 3
      ) p WHERE w.key <> ''
    )
    SELECT f.at, f.matched, f.id, f.name, f.sku,
      ARRAY(SELECT i.id FROM product_images i WHERE i.product_id = f.id ORDER BY i.id)
    FROM found f ORDER BY f.at, f.matched DESC, f.id;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION match_products(text[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION match_products(text[]) TO aso_web;
