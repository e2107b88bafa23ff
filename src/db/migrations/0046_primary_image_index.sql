-- The image of a card is the first row of an index, so the policy is evaluated for it alone and nothing is sorted. While
-- images are read and written: each statement by itself. An index that an earlier attempt left unfinished is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS product_images_first_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY product_images_first_idx ON product_images (product_id, is_primary DESC, display_order, id);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS product_images_product_idx;
