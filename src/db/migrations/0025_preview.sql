-- The shop as it will be on a day, for preview links (docs/decisions/0049-preview.md). The views of this schema have the names
-- of the tables whose rows change by themselves: the connections of previews look for tables here first, so the statements of
-- the storefront read them without a change. For everybody who has no valid link they are empty.
CREATE SCHEMA preview;
--> statement-breakpoint
GRANT USAGE ON SCHEMA preview TO aso_web;
--> statement-breakpoint

-- The key that signs links, derived from AUTH_SECRET and written by each start, as HMAC-SHA-256 uses it: xored with its inner
-- and its outer padding. Outside of the schema public, so no backup has it.
CREATE TABLE preview.signing_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  inner_key bytea NOT NULL CHECK (length(inner_key) = 64),
  outer_key bytea NOT NULL CHECK (length(outer_key) = 64)
);
--> statement-breakpoint
ALTER TABLE preview.signing_key ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint

-- The day of this transaction's preview; NULL without a valid link. The setting is the link itself, '<day>.<end in seconds>.
-- <signature>', and is checked at each use: a statement that sets another one sees nothing. The clocks of the shop and of the
-- database may differ by a minute.
CREATE FUNCTION preview.day() RETURNS date
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  parts text[] := regexp_match(current_setting('app.preview', true), '^(\d{4}-\d\d-\d\d)\.(\d{1,11})\.([\w-]{43})$');
  signing preview.signing_key;
BEGIN
  SELECT * INTO signing FROM preview.signing_key;
  IF parts IS NULL OR signing IS NULL OR to_timestamp(parts[2]::bigint) < now() - interval '1 minute'
    OR parts[3] <> rtrim(translate(encode(sha256(signing.outer_key || sha256(signing.inner_key
      || convert_to(parts[1] || '.' || parts[2], 'UTF8'))), 'base64'), '+/', '-_'), '=') THEN
    RETURN NULL;
  END IF;
  RETURN parts[1]::date;
END $$;
--> statement-breakpoint
-- The first statement of a preview's transaction. Fails without a valid link: an empty shop would not tell why.
CREATE FUNCTION preview.enter(link text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.preview', link, true);
  IF preview.day() IS NULL THEN
    RAISE EXCEPTION 'the preview link is not valid' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION preview.day(), preview.enter(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION preview.day(), preview.enter(text) TO aso_web;
--> statement-breakpoint

-- The newest value that is planned for each thing and field up to that day. Read by the views below alone.
CREATE VIEW preview.due AS
  SELECT thing_id,
    (array_agg(price ORDER BY day DESC) FILTER (WHERE price IS NOT NULL))[1] AS price,
    (array_agg(status ORDER BY day DESC) FILTER (WHERE status IS NOT NULL))[1] AS status,
    (array_agg(featured ORDER BY day DESC) FILTER (WHERE featured IS NOT NULL))[1] AS featured,
    (array_agg(is_active ORDER BY day DESC) FILTER (WHERE is_active IS NOT NULL))[1] AS is_active
  FROM public.planned_changes WHERE day <= (SELECT preview.day()) GROUP BY thing_id;
--> statement-breakpoint
-- With the columns that shoppers' statements read. The barrier keeps an injected condition from seeing other drafts.
CREATE VIEW preview.products WITH (security_barrier = true) AS
  SELECT p.id, p.name, p.description, coalesce(d.price, p.price) AS price, p.category_id, coalesce(d.featured, p.featured) AS featured,
    p.promotion_id, p.likes, coalesce(d.status, p.status) AS status, p.sold_out, p.created_at, p.name_key, p.search
  FROM public.products p LEFT JOIN preview.due d ON d.thing_id = p.id
  WHERE (SELECT preview.day()) IS NOT NULL AND coalesce(d.status, p.status) = 'published';
--> statement-breakpoint
CREATE FUNCTION preview.sees_product(product uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM preview.products WHERE id = product);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION preview.sees_product(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION preview.sees_product(uuid) TO aso_web;
--> statement-breakpoint
CREATE VIEW preview.product_images WITH (security_barrier = true) AS
  SELECT id, product_id, image_url, is_primary, display_order, width, height, placeholder FROM public.product_images
  WHERE preview.sees_product(product_id);
--> statement-breakpoint
CREATE VIEW preview.hero_slides WITH (security_barrier = true) AS
  SELECT s.id, s.title, s.description, s.button_text, s.button_link, s.title_animation, s.description_animation, s.display_order,
    coalesce(d.is_active, s.is_active) AS is_active
  FROM public.hero_slides s LEFT JOIN preview.due d ON d.thing_id = s.id
  WHERE (SELECT preview.day()) IS NOT NULL AND coalesce(d.is_active, s.is_active);
--> statement-breakpoint
GRANT SELECT ON preview.products, preview.product_images, preview.hero_slides TO aso_web;
--> statement-breakpoint

-- As the functions of the same names in the schema public, which read its tables.
CREATE FUNCTION preview.product_total() RETURNS bigint
LANGUAGE sql STABLE AS 'SELECT count(*) FROM preview.products';
--> statement-breakpoint
CREATE FUNCTION preview.search_published(patterns text[], or_categories uuid[], in_categories uuid[], in_promotion uuid, is_featured boolean, other_than uuid, most integer)
RETURNS TABLE (id uuid, featured boolean, created_at timestamptz, likes integer, price numeric, name_key text, category_id uuid)
LANGUAGE sql STABLE AS $$
  SELECT p.id, p.featured, p.created_at, p.likes, p.price, p.name_key, p.category_id FROM preview.products p
  WHERE (p.search LIKE ANY (patterns) OR p.category_id = ANY (or_categories))
    AND (in_categories IS NULL OR p.category_id = ANY (in_categories))
    AND (in_promotion IS NULL OR p.promotion_id = in_promotion)
    AND (is_featured IS NULL OR p.featured = is_featured)
    AND (other_than IS NULL OR p.id <> other_than)
  LIMIT most
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION preview.product_total(), preview.search_published(text[], uuid[], uuid[], uuid, boolean, uuid, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION preview.product_total(), preview.search_published(text[], uuid[], uuid[], uuid, boolean, uuid, integer) TO aso_web;
