-- Imports that change products: the code that a product is recognised by, and what each import changed.

-- The product's own code: a SKU, or its handle in the shop that it was imported from.
ALTER TABLE products ADD COLUMN sku text, ADD CONSTRAINT products_sku_check CHECK (length(sku) BETWEEN 1 AND 200) NOT VALID;
--> statement-breakpoint
-- As for the fields of the product form. With another changed column the version moves once: both start from the old one.
CREATE TRIGGER mark_edited_sku BEFORE UPDATE OF sku ON products FOR EACH ROW
  WHEN (OLD.sku IS DISTINCT FROM NEW.sku) EXECUTE FUNCTION mark_edited();
--> statement-breakpoint
CREATE TRIGGER end_demo_sku BEFORE UPDATE OF sku ON products FOR EACH ROW
  WHEN (OLD.is_demo AND OLD.sku IS DISTINCT FROM NEW.sku) EXECUTE FUNCTION end_demo();
--> statement-breakpoint
-- product_count is of all its rows, changed_count of those that were products before.
ALTER TABLE product_imports ADD COLUMN changed_count integer NOT NULL DEFAULT 0, ADD COLUMN change_set_id uuid;
--> statement-breakpoint
GRANT UPDATE (category_count, change_set_id) ON product_imports TO aso_web;
