-- The messages that orders had before their newest one, so that a pasted chat can be compared with what the shop wrote at
-- its time. Only orders whose notes or items changed have any.
CREATE TABLE past_order_messages (
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  replaced_at timestamptz NOT NULL,
  whatsapp_link text NOT NULL CHECK (length(whatsapp_link) <= 16000),
  PRIMARY KEY (order_id, replaced_at)
);
--> statement-breakpoint
ALTER TABLE past_order_messages ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT ON past_order_messages TO aso_web;
--> statement-breakpoint
CREATE POLICY staff_reads ON past_order_messages FOR SELECT TO aso_web
  USING ((select is_admin_or_super_admin((select caller()))));
--> statement-breakpoint
-- At most 100 for each order: a note can be changed as often as somebody likes. Without a message, as of a deleted
-- account, the earlier ones go too: they have the customer's notes.
CREATE FUNCTION keep_past_message() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.whatsapp_link IS NULL THEN
    DELETE FROM past_order_messages WHERE order_id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO past_order_messages (order_id, replaced_at, whatsapp_link) VALUES (NEW.id, clock_timestamp(), OLD.whatsapp_link);
  DELETE FROM past_order_messages WHERE order_id = NEW.id AND replaced_at <= (
    SELECT replaced_at FROM past_order_messages WHERE order_id = NEW.id ORDER BY replaced_at DESC OFFSET 100 LIMIT 1
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION keep_past_message() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER orders_keep_past_message AFTER UPDATE OF whatsapp_link ON orders FOR EACH ROW
  WHEN (OLD.whatsapp_link IS NOT NULL AND OLD.whatsapp_link IS DISTINCT FROM NEW.whatsapp_link)
  EXECUTE FUNCTION keep_past_message();
