-- The indexes of 0014 to 0019, while products and orders are read and written: each statement by itself, without a
-- transaction. An index that an earlier attempt left unfinished is dropped first.
ANALYZE products (status, sold_out);
--> statement-breakpoint
-- Shoppers' lists: drafts are not in their indexes, so no number of drafts makes a list slower. The indexes without a
-- status are those of the staff's orders and of the references.
DROP INDEX CONCURRENTLY IF EXISTS products_published_featured_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_featured_idx ON products (featured DESC, created_at DESC, id DESC) WHERE status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_likes_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_likes_idx ON products (likes DESC, created_at DESC, id DESC) WHERE status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_category_featured_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_category_featured_idx ON products (category_id, featured DESC, created_at DESC, id DESC) WHERE status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_category_likes_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_category_likes_idx ON products (category_id, likes DESC, created_at DESC, id DESC) WHERE status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_promotion_featured_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_promotion_featured_idx ON products (promotion_id, featured DESC, created_at DESC, id DESC) WHERE promotion_id IS NOT NULL AND status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_promotion_newest_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_promotion_newest_idx ON products (promotion_id, created_at DESC, id DESC) WHERE promotion_id IS NOT NULL AND status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_promotion_likes_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_promotion_likes_idx ON products (promotion_id, likes DESC, created_at DESC, id DESC) WHERE promotion_id IS NOT NULL AND status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_promotion_price_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_promotion_price_idx ON products (promotion_id, price, id) WHERE promotion_id IS NOT NULL AND status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_promotion_name_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_promotion_name_idx ON products (promotion_id, name_key, id) WHERE promotion_id IS NOT NULL AND status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_newest_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_newest_idx ON products (created_at DESC, id DESC) WHERE status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_price_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_price_idx ON products (price, id) WHERE status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_name_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_name_idx ON products (name_key, id) WHERE status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_category_newest_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_category_newest_idx ON products (category_id, created_at DESC, id DESC) WHERE status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_category_price_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_category_price_idx ON products (category_id, price, id) WHERE status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_published_category_name_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_category_name_idx ON products (category_id, name_key, id) WHERE status = 'published';
--> statement-breakpoint
-- Each product is in one of these. The staff's search reads both.
DROP INDEX CONCURRENTLY IF EXISTS products_published_search_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_search_idx ON products USING gin (search gin_trgm_ops) WHERE status = 'published';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_draft_search_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_draft_search_idx ON products USING gin (search gin_trgm_ops) WHERE status = 'draft';
--> statement-breakpoint
-- What the staff filter by; few rows are in these.
DROP INDEX CONCURRENTLY IF EXISTS products_draft_newest_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_draft_newest_idx ON products (created_at DESC, id DESC) WHERE status = 'draft';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_draft_price_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_draft_price_idx ON products (price, id) WHERE status = 'draft';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_draft_name_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_draft_name_idx ON products (name_key, id) WHERE status = 'draft';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_sold_out_newest_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_sold_out_newest_idx ON products (created_at DESC, id DESC) WHERE sold_out;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_sold_out_price_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_sold_out_price_idx ON products (price, id) WHERE sold_out;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_sold_out_name_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_sold_out_name_idx ON products (name_key, id) WHERE sold_out;
--> statement-breakpoint
-- The codes of imports.
DROP INDEX CONCURRENTLY IF EXISTS products_sku_key;
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY products_sku_key ON products (sku) WHERE sku IS NOT NULL;
--> statement-breakpoint
-- An order waits from the moment it was placed until it is completed or cancelled. One index for each order of the list.
DROP INDEX CONCURRENTLY IF EXISTS orders_waiting_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY orders_waiting_idx ON orders ((CASE WHEN status IN ('pending', 'processing') THEN created_at END), created_at DESC, id DESC);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS orders_due_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY orders_due_idx ON orders ((CASE WHEN status IN ('pending', 'processing') THEN coalesce(due_day, 'infinity') END), created_at DESC, id DESC);
--> statement-breakpoint
-- Pending orders whose chat was opened and that nobody confirmed. Those whose chat was not opened have an index by status.
DROP INDEX CONCURRENTLY IF EXISTS orders_to_confirm_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY orders_to_confirm_idx ON orders (opened_at) WHERE status = 'pending' AND confirmed_at IS NULL AND opened_at IS NOT NULL;
--> statement-breakpoint
-- Orders found by product.
DROP INDEX CONCURRENTLY IF EXISTS orders_product_names_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY orders_product_names_idx ON orders USING gin (product_names gin_trgm_ops);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS order_items_product_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY order_items_product_idx ON order_items (product_id, created_at);
--> statement-breakpoint
-- Those with drafts are read by nothing now.
DROP INDEX CONCURRENTLY IF EXISTS products_featured_idx;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_likes_idx;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_category_featured_idx;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_category_likes_idx;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_promotion_featured_idx;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_promotion_newest_idx;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_promotion_newest_idx;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_promotion_likes_idx;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_promotion_price_idx;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS products_search_idx;
--> statement-breakpoint
-- Checks that were added without reading the rows.
ALTER TABLE products VALIDATE CONSTRAINT products_status_check;
--> statement-breakpoint
ALTER TABLE products VALIDATE CONSTRAINT products_sku_check;
--> statement-breakpoint
ALTER TABLE orders VALIDATE CONSTRAINT orders_confirmed_at_check;
--> statement-breakpoint
ALTER TABLE order_items VALIDATE CONSTRAINT order_items_promotion_percent_check;
--> statement-breakpoint
ALTER TABLE order_events VALIDATE CONSTRAINT order_events_kind_check;
