-- The back office: what two people do at once, and who did it.

-- A form's save carries the version it read. The version moves only when a field of that form changes,
-- whoever changes it and by whatever way.
CREATE FUNCTION mark_edited() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_by := caller();
  NEW.updated_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER mark_edited BEFORE UPDATE OF name, description, price, category_id, featured ON products FOR EACH ROW
  WHEN ((OLD.name, OLD.description, OLD.price, OLD.category_id, OLD.featured)
    IS DISTINCT FROM (NEW.name, NEW.description, NEW.price, NEW.category_id, NEW.featured))
  EXECUTE FUNCTION mark_edited();
--> statement-breakpoint
CREATE TRIGGER mark_edited BEFORE UPDATE OF name, description, parent_id, is_active ON categories FOR EACH ROW
  WHEN ((OLD.name, OLD.description, OLD.parent_id, OLD.is_active)
    IS DISTINCT FROM (NEW.name, NEW.description, NEW.parent_id, NEW.is_active))
  EXECUTE FUNCTION mark_edited();
--> statement-breakpoint
CREATE TRIGGER mark_edited
  BEFORE UPDATE OF name, description, tag_line, code, start_date, end_date, promotion_type, promotion_value ON promotions
  FOR EACH ROW
  WHEN ((OLD.name, OLD.description, OLD.tag_line, OLD.code, OLD.start_date, OLD.end_date, OLD.promotion_type, OLD.promotion_value)
    IS DISTINCT FROM (NEW.name, NEW.description, NEW.tag_line, NEW.code, NEW.start_date, NEW.end_date, NEW.promotion_type, NEW.promotion_value))
  EXECUTE FUNCTION mark_edited();
--> statement-breakpoint
CREATE TRIGGER mark_edited
  BEFORE UPDATE OF title, description, button_text, button_link, title_animation, description_animation, display_order, is_active
  ON hero_slides FOR EACH ROW
  WHEN ((OLD.title, OLD.description, OLD.button_text, OLD.button_link, OLD.title_animation, OLD.description_animation, OLD.display_order, OLD.is_active)
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.button_text, NEW.button_link, NEW.title_animation, NEW.description_animation, NEW.display_order, NEW.is_active))
  EXECUTE FUNCTION mark_edited();
--> statement-breakpoint

-- Switches and selects set a value and carry no version. Who set it last is told to the person whose screen
-- said otherwise. (The status of an order has its events for that.)
ALTER TABLE products ADD COLUMN switched_by uuid REFERENCES profiles ON DELETE SET NULL, ADD COLUMN switched_at timestamptz;
--> statement-breakpoint
ALTER TABLE categories ADD COLUMN switched_by uuid REFERENCES profiles ON DELETE SET NULL, ADD COLUMN switched_at timestamptz;
--> statement-breakpoint
ALTER TABLE hero_slides ADD COLUMN switched_by uuid REFERENCES profiles ON DELETE SET NULL, ADD COLUMN switched_at timestamptz;
--> statement-breakpoint
ALTER TABLE profiles ADD COLUMN switched_by uuid REFERENCES profiles ON DELETE SET NULL, ADD COLUMN switched_at timestamptz;
--> statement-breakpoint
CREATE FUNCTION mark_switched() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.switched_by := caller();
  NEW.switched_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER mark_switched BEFORE UPDATE OF featured ON products FOR EACH ROW
  WHEN (OLD.featured <> NEW.featured) EXECUTE FUNCTION mark_switched();
--> statement-breakpoint
CREATE TRIGGER mark_switched BEFORE UPDATE OF is_active ON categories FOR EACH ROW
  WHEN (OLD.is_active <> NEW.is_active) EXECUTE FUNCTION mark_switched();
--> statement-breakpoint
CREATE TRIGGER mark_switched BEFORE UPDATE OF is_active ON hero_slides FOR EACH ROW
  WHEN (OLD.is_active <> NEW.is_active) EXECUTE FUNCTION mark_switched();
--> statement-breakpoint
CREATE TRIGGER mark_switched BEFORE UPDATE OF role ON profiles FOR EACH ROW
  WHEN (OLD.role <> NEW.role) EXECUTE FUNCTION mark_switched();
--> statement-breakpoint

-- An order that is dragged is sent whole, with the version of the order it was made from.
-- Who adds, deletes, moves or orders takes the row of its list first, so that two wait for one another.
CREATE TABLE orderings (
  name text PRIMARY KEY CHECK (name IN ('categories', 'hero_slides')),
  version integer NOT NULL DEFAULT 1,
  updated_by uuid REFERENCES profiles ON DELETE SET NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
INSERT INTO orderings (name) VALUES ('categories'), ('hero_slides');
--> statement-breakpoint
ALTER TABLE orderings ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- The right to update one column is what taking the row needs.
GRANT SELECT, UPDATE (updated_at) ON orderings TO aso_web;
--> statement-breakpoint
CREATE POLICY admin_reads ON orderings FOR SELECT TO aso_web USING ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
CREATE POLICY admin_takes ON orderings FOR UPDATE TO aso_web
  USING ((select is_admin_or_super_admin((select caller())))) WITH CHECK ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
CREATE FUNCTION move_ordering() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE orderings SET version = version + 1, updated_by = caller(), updated_at = now() WHERE name = TG_TABLE_NAME;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER move_ordering AFTER INSERT OR DELETE ON categories FOR EACH STATEMENT EXECUTE FUNCTION move_ordering();
--> statement-breakpoint
CREATE TRIGGER move_ordering_moved AFTER UPDATE OF display_order, parent_id ON categories FOR EACH ROW
  WHEN ((OLD.display_order, OLD.parent_id) IS DISTINCT FROM (NEW.display_order, NEW.parent_id)) EXECUTE FUNCTION move_ordering();
--> statement-breakpoint
CREATE TRIGGER move_ordering AFTER INSERT OR DELETE ON hero_slides FOR EACH STATEMENT EXECUTE FUNCTION move_ordering();
--> statement-breakpoint
CREATE TRIGGER move_ordering_moved AFTER UPDATE OF display_order ON hero_slides FOR EACH ROW
  WHEN (OLD.display_order <> NEW.display_order) EXECUTE FUNCTION move_ordering();
--> statement-breakpoint

-- What a colleague is called in 'changed by …': admins may not list people, but know one another by name.
CREATE FUNCTION colleague_name(person uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email)
  FROM profiles p WHERE p.id = person AND is_admin_or_super_admin(caller())
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION colleague_name(uuid), move_ordering() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION colleague_name(uuid) TO aso_web;
