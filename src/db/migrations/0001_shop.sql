-- The whole shop: every entity, what must always hold, and who may touch which row.
-- Runs as the owner on PostgreSQL 15 to 18. The roles aso_web and aso_auth exist before it (src/db/migrate.ts).

CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint

-- ── Functions used by columns ────────────────────────────────────────────────────────────────────

-- As fold() in shared/words.ts: lower case, tone marks and dots away, hyphens as blanks.
CREATE FUNCTION fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(regexp_replace(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'), '[-\u2010-\u2015]', ' ', 'g'));
--> statement-breakpoint

-- Who the request acts for. After a transaction the setting is '', not NULL.
CREATE FUNCTION caller() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.user', true), '')::uuid;
--> statement-breakpoint

-- ── People ───────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE profiles (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (length(email) <= 254),
  email_verified boolean NOT NULL DEFAULT false,
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 201),
  first_name text NOT NULL DEFAULT '' CHECK (length(first_name) <= 100),
  last_name text NOT NULL DEFAULT '' CHECK (length(last_name) <= 100),
  image text,
  phone text CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  phone_verified boolean NOT NULL DEFAULT false,
  role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin', 'super_admin')),
  banned boolean NOT NULL DEFAULT false,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  -- False for the rows of the demonstration and of seeds, which go-live removes.
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE UNIQUE INDEX profiles_email_key ON profiles (lower(email));
--> statement-breakpoint
-- One number, one account: only a confirmed number is a way in.
CREATE UNIQUE INDEX profiles_phone_key ON profiles (phone) WHERE phone_verified;
--> statement-breakpoint
CREATE INDEX profiles_created_idx ON profiles (created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX profiles_role_idx ON profiles (role, created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX profiles_search_idx ON profiles USING gin ((lower(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops);
--> statement-breakpoint

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX sessions_user_idx ON sessions (user_id);
--> statement-breakpoint
CREATE INDEX sessions_expires_idx ON sessions (expires_at);
--> statement-breakpoint

CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id)
);
--> statement-breakpoint
CREATE INDEX accounts_user_idx ON accounts (user_id);
--> statement-breakpoint

CREATE TABLE verifications (
  id uuid PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX verifications_identifier_idx ON verifications (identifier);
--> statement-breakpoint
CREATE INDEX verifications_expires_idx ON verifications (expires_at);
--> statement-breakpoint

-- ── Promotions ───────────────────────────────────────────────────────────────────────────────────

CREATE TABLE promotions (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) <= 200),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 2000),
  tag_line text NOT NULL DEFAULT '' CHECK (length(tag_line) <= 200),
  code text NOT NULL CHECK (code ~ '^[A-Za-z0-9_-]{1,40}$'),
  start_date date NOT NULL,
  end_date date NOT NULL,
  promotion_type text NOT NULL DEFAULT 'fixed' CHECK (promotion_type IN ('percentage', 'fixed')),
  promotion_value numeric(12,2) NOT NULL CHECK (promotion_value > 0),
  is_demo boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (end_date >= start_date),
  CHECK (promotion_type = 'fixed' OR promotion_value <= 100)
);
--> statement-breakpoint
CREATE UNIQUE INDEX promotions_code_key ON promotions (lower(code));
--> statement-breakpoint
CREATE INDEX promotions_window_idx ON promotions (end_date, start_date);
--> statement-breakpoint
CREATE INDEX promotions_created_idx ON promotions (created_at DESC, id DESC);
--> statement-breakpoint

-- ── Catalogue ────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE categories (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(btrim(name)) BETWEEN 1 AND 100),
  slug text NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 120),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 2000),
  parent_id uuid REFERENCES categories ON DELETE CASCADE,
  is_active boolean NOT NULL DEFAULT true,
  display_order integer NOT NULL DEFAULT 0,
  image_url text,
  image_width integer,
  image_height integer,
  image_placeholder text,
  is_demo boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (parent_id <> id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX categories_name_key ON categories (lower(name));
--> statement-breakpoint
CREATE INDEX categories_parent_idx ON categories (parent_id, display_order);
--> statement-breakpoint

-- A renamed category's old slugs lead to it still.
CREATE TABLE category_slugs (
  slug text PRIMARY KEY,
  category_id uuid NOT NULL REFERENCES categories ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX category_slugs_category_idx ON category_slugs (category_id);
--> statement-breakpoint

CREATE TABLE products (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(btrim(name)) BETWEEN 1 AND 200),
  description text NOT NULL CHECK (length(description) <= 10000),
  price numeric(12,2) NOT NULL CHECK (price >= 0 AND price <= 9999999999.99),
  category_id uuid REFERENCES categories ON DELETE SET NULL,
  featured boolean NOT NULL DEFAULT false,
  promotion_id uuid REFERENCES promotions ON DELETE SET NULL,
  -- Counted from product_likes by a job, a minute late at most.
  likes integer NOT NULL DEFAULT 0,
  is_demo boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  name_key text COLLATE "C" GENERATED ALWAYS AS (fold(name)) STORED,
  search text COLLATE "C" GENERATED ALWAYS AS (fold(name) || ' ' || fold(description)) STORED
);
--> statement-breakpoint
CREATE INDEX products_search_idx ON products USING gin (search gin_trgm_ops);
--> statement-breakpoint
-- One index for each order that is offered, for all products and within a category.
CREATE INDEX products_featured_idx ON products (featured DESC, created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX products_newest_idx ON products (created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX products_likes_idx ON products (likes DESC, created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX products_price_idx ON products (price, id);
--> statement-breakpoint
CREATE INDEX products_name_idx ON products (name_key, id);
--> statement-breakpoint
CREATE INDEX products_category_featured_idx ON products (category_id, featured DESC, created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX products_category_newest_idx ON products (category_id, created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX products_category_likes_idx ON products (category_id, likes DESC, created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX products_category_price_idx ON products (category_id, price, id);
--> statement-breakpoint
CREATE INDEX products_category_name_idx ON products (category_id, name_key, id);
--> statement-breakpoint
-- And within a promotion, which few products are in.
CREATE INDEX products_promotion_featured_idx ON products (promotion_id, featured DESC, created_at DESC, id DESC) WHERE promotion_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX products_promotion_newest_idx ON products (promotion_id, created_at DESC, id DESC) WHERE promotion_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX products_promotion_likes_idx ON products (promotion_id, likes DESC, created_at DESC, id DESC) WHERE promotion_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX products_promotion_price_idx ON products (promotion_id, price, id) WHERE promotion_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX products_promotion_name_idx ON products (promotion_id, name_key, id) WHERE promotion_id IS NOT NULL;
--> statement-breakpoint

CREATE TABLE product_images (
  id uuid PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  image_url text NOT NULL CHECK (length(image_url) <= 500),
  is_primary boolean NOT NULL DEFAULT false,
  display_order integer NOT NULL DEFAULT 0,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  -- A data address of a few pixels, shown until the picture is there.
  placeholder text NOT NULL DEFAULT '' CHECK (length(placeholder) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX product_images_product_idx ON product_images (product_id, display_order, id);
--> statement-breakpoint
CREATE UNIQUE INDEX product_images_one_primary ON product_images (product_id) WHERE is_primary;
--> statement-breakpoint

-- At most one is the unique index's work; at least one is this trigger's, at the end of the transaction.
CREATE FUNCTION product_images_have_primary() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  product uuid := coalesce(NEW.product_id, OLD.product_id);
BEGIN
  IF EXISTS (SELECT FROM product_images WHERE product_id = product)
     AND NOT EXISTS (SELECT FROM product_images WHERE product_id = product AND is_primary) THEN
    RAISE EXCEPTION 'product % has images but no primary one', product
      USING ERRCODE = 'check_violation', CONSTRAINT = 'product_images_have_primary';
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.product_id <> NEW.product_id
     AND EXISTS (SELECT FROM product_images WHERE product_id = OLD.product_id)
     AND NOT EXISTS (SELECT FROM product_images WHERE product_id = OLD.product_id AND is_primary) THEN
    RAISE EXCEPTION 'product % has images but no primary one', OLD.product_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'product_images_have_primary';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER product_images_have_primary
  AFTER INSERT OR UPDATE OF is_primary, product_id OR DELETE ON product_images
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION product_images_have_primary();
--> statement-breakpoint

CREATE TABLE product_likes (
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  browser_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  counted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (product_id, browser_id)
);
--> statement-breakpoint
CREATE INDEX product_likes_uncounted_idx ON product_likes (product_id) WHERE NOT counted;
--> statement-breakpoint

-- ── Orders ───────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE orders (
  id uuid PRIMARY KEY,
  order_number text NOT NULL UNIQUE CHECK (order_number ~ '^[0-9]{4,9}$'),
  -- 1,500 characters of any script, encoded: up to nine characters for each.
  whatsapp_link text CHECK (length(whatsapp_link) <= 16000),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'cancelled')),
  user_id uuid NOT NULL REFERENCES profiles ON DELETE RESTRICT,
  -- As they were when it was sent: whom to answer, without the right to list users.
  customer_name text NOT NULL,
  customer_email text NOT NULL,
  customer_phone text,
  idempotency_key uuid NOT NULL,
  body_hash text NOT NULL,
  -- 'Continue to WhatsApp' was pressed. Whether the message was sent nobody knows.
  opened_at timestamptz,
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, idempotency_key)
);
--> statement-breakpoint
CREATE INDEX orders_user_idx ON orders (user_id, created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX orders_created_idx ON orders (created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX orders_status_idx ON orders (status, created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX orders_unopened_idx ON orders (created_at DESC, id DESC) WHERE opened_at IS NULL;
--> statement-breakpoint

CREATE TABLE order_items (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  position integer NOT NULL CHECK (position >= 0),
  -- Not a reference: the item outlives its product.
  product_id uuid NOT NULL,
  product_name text NOT NULL,
  -- What was to be paid; the list price and the promotion's code stand beside it.
  product_price numeric(12,2) NOT NULL CHECK (product_price >= 0),
  list_price numeric(12,2) NOT NULL CHECK (list_price >= product_price),
  promotion_code text,
  product_image text NOT NULL,
  note text CHECK (length(note) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (order_id, product_id)
);
--> statement-breakpoint
CREATE INDEX order_items_image_idx ON order_items (product_image);
--> statement-breakpoint

-- What happened to an order: every status, every note changed by the shop, every item taken out, by whom and when.
CREATE TABLE order_events (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('submitted', 'opened', 'status', 'note', 'item_removed')),
  detail jsonb NOT NULL DEFAULT '{}',
  actor_id uuid REFERENCES profiles ON DELETE SET NULL,
  actor_name text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX order_events_order_idx ON order_events (order_id, created_at, id);
--> statement-breakpoint

-- ── Content ──────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE hero_slides (
  id uuid PRIMARY KEY,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 1000),
  button_text text NOT NULL CHECK (length(button_text) BETWEEN 1 AND 60),
  -- A same-site path or https.
  button_link text NOT NULL CHECK (length(button_link) <= 500 AND (button_link ~ '^/([^/\\]|$)' OR button_link ~ '^https://')),
  title_animation text NOT NULL CHECK (title_animation IN ('animate-fade-in', 'animate-slide-in-right', 'animate-scale-up', 'animate-float')),
  description_animation text NOT NULL CHECK (description_animation IN ('animate-fade-in', 'animate-slide-in-right', 'animate-scale-up', 'animate-float')),
  display_order integer NOT NULL DEFAULT 0,
  is_active boolean NOT NULL DEFAULT true,
  is_demo boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  updated_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX hero_slides_order_idx ON hero_slides (display_order, id);
--> statement-breakpoint
CREATE TABLE hero_slide_images (
  id uuid PRIMARY KEY,
  slide_id uuid NOT NULL UNIQUE REFERENCES hero_slides ON DELETE CASCADE,
  image_url text NOT NULL CHECK (length(image_url) <= 500),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  placeholder text NOT NULL DEFAULT '' CHECK (length(placeholder) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint

CREATE TABLE contact_submissions (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 2 AND 100),
  email text NOT NULL CHECK (length(email) <= 254),
  phone text CHECK (length(phone) BETWEEN 1 AND 40),
  subject text NOT NULL CHECK (length(subject) BETWEEN 5 AND 200),
  message text NOT NULL CHECK (length(message) BETWEEN 10 AND 5000),
  read_at timestamptz,
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX contact_submissions_created_idx ON contact_submissions (created_at DESC, id DESC);
--> statement-breakpoint

-- ── The shop's own bookkeeping ───────────────────────────────────────────────────────────────────

-- Totals kept, not scanned. Each change appends its difference, so that two writers never wait for
-- each other; a job folds them together. A total is the sum of its rows.
CREATE TABLE counters (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  delta bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX counters_name_idx ON counters (name) INCLUDE (delta);
--> statement-breakpoint

-- Requests counted by key and window: who writes, signs in or sends messages too often.
CREATE UNLOGGED TABLE limits (
  key text NOT NULL CHECK (length(key) <= 200),
  window_start timestamptz NOT NULL,
  hits integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
--> statement-breakpoint
CREATE INDEX limits_window_idx ON limits (window_start);
--> statement-breakpoint

-- What the installation knows about itself, such as that it was filled for demonstration.
CREATE TABLE installation (
  key text PRIMARY KEY,
  value text NOT NULL
);
