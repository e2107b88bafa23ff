-- What a person changed in the demonstration is the shop's own: is_demo ends with the first edit, by whatever way,
-- so that going live keeps the row. Not edits: counters and likes, a place in a list, widths and previews of images,
-- what another row's deletion sets to null. Accounts, orders and messages stay demonstration rows whatever happens
-- to them.

-- CREATE TRIGGER waits for running writes, and later ones wait behind it: longer than the 15 s of a statement, then not at all.
SET LOCAL lock_timeout = '20s';
--> statement-breakpoint
CREATE FUNCTION end_demo() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Deeper than this trigger itself: ON DELETE SET NULL of a category or promotion.
  IF pg_trigger_depth() = 1 THEN
    NEW.is_demo := false;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Taking a product out of a promotion is no edit: deleting the promotion does the same.
CREATE TRIGGER end_demo BEFORE UPDATE OF name, description, price, category_id, featured, promotion_id ON products FOR EACH ROW
  WHEN (OLD.is_demo AND ((OLD.name, OLD.description, OLD.price, OLD.category_id, OLD.featured)
    IS DISTINCT FROM (NEW.name, NEW.description, NEW.price, NEW.category_id, NEW.featured)
    OR (NEW.promotion_id IS NOT NULL AND NEW.promotion_id IS DISTINCT FROM OLD.promotion_id)))
  EXECUTE FUNCTION end_demo();
--> statement-breakpoint
CREATE TRIGGER end_demo BEFORE UPDATE OF name, description, parent_id, is_active, image_url ON categories FOR EACH ROW
  WHEN (OLD.is_demo AND ((OLD.name, OLD.description, OLD.parent_id, OLD.is_active, OLD.image_url)
    IS DISTINCT FROM (NEW.name, NEW.description, NEW.parent_id, NEW.is_active, NEW.image_url)))
  EXECUTE FUNCTION end_demo();
--> statement-breakpoint
CREATE TRIGGER end_demo
  BEFORE UPDATE OF name, description, tag_line, code, start_date, end_date, promotion_type, promotion_value ON promotions
  FOR EACH ROW
  WHEN (OLD.is_demo AND ((OLD.name, OLD.description, OLD.tag_line, OLD.code, OLD.start_date, OLD.end_date, OLD.promotion_type, OLD.promotion_value)
    IS DISTINCT FROM (NEW.name, NEW.description, NEW.tag_line, NEW.code, NEW.start_date, NEW.end_date, NEW.promotion_type, NEW.promotion_value)))
  EXECUTE FUNCTION end_demo();
--> statement-breakpoint
CREATE TRIGGER end_demo
  BEFORE UPDATE OF title, description, button_text, button_link, title_animation, description_animation, is_active
  ON hero_slides FOR EACH ROW
  WHEN (OLD.is_demo AND ((OLD.title, OLD.description, OLD.button_text, OLD.button_link, OLD.title_animation, OLD.description_animation, OLD.is_active)
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.button_text, NEW.button_link, NEW.title_animation, NEW.description_animation, NEW.is_active)))
  EXECUTE FUNCTION end_demo();
--> statement-breakpoint

-- An image that a person uploads, deletes or makes the primary one changes its product; a slide's image its slide. The
-- seeds, which insert images as well, say so by the setting aso.is_seed. As the owner: an admin's right to change a
-- product is known by then, and is_demo is no field of theirs.
CREATE FUNCTION end_demo_by_image() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- Deeper than this trigger itself: the images go with their product.
  IF pg_trigger_depth() > 1 OR current_setting('aso.is_seed', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'product_images' THEN
    UPDATE products SET is_demo = false WHERE is_demo AND id = CASE TG_OP WHEN 'DELETE' THEN OLD.product_id ELSE NEW.product_id END;
  ELSE
    UPDATE hero_slides SET is_demo = false WHERE is_demo AND id = CASE TG_OP WHEN 'DELETE' THEN OLD.slide_id ELSE NEW.slide_id END;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION end_demo_by_image() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER end_demo AFTER INSERT OR DELETE OR UPDATE OF image_url, is_primary ON product_images
  FOR EACH ROW EXECUTE FUNCTION end_demo_by_image();
--> statement-breakpoint
CREATE TRIGGER end_demo AFTER INSERT OR DELETE OR UPDATE OF image_url ON hero_slide_images
  FOR EACH ROW EXECUTE FUNCTION end_demo_by_image();
--> statement-breakpoint

-- What was edited before this release. The seeds write images of many rows in one transaction, and generated ones
-- with their product's moment; any other was uploaded.
UPDATE products p SET is_demo = false WHERE p.is_demo AND (p.version > 1 OR p.switched_at IS NOT NULL OR EXISTS (
  SELECT FROM product_images i WHERE i.product_id = p.id AND i.created_at <> p.created_at
    AND i.created_at IN (SELECT created_at FROM product_images GROUP BY created_at HAVING count(DISTINCT product_id) = 1)));
--> statement-breakpoint
UPDATE categories SET is_demo = false WHERE is_demo AND (version > 1 OR switched_at IS NOT NULL);
--> statement-breakpoint
UPDATE promotions SET is_demo = false WHERE is_demo AND version > 1;
--> statement-breakpoint
UPDATE hero_slides SET is_demo = false WHERE is_demo AND (version > 1 OR switched_at IS NOT NULL);
