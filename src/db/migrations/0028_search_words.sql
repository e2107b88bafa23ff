-- The words of the shop's search: letters folded further, the words that products consist of, words that mean the same, and
-- the function that finds published products (docs/decisions/0053-search-by-words.md). Each statement by itself: the file
-- builds an index while products are written. Each can be repeated after an attempt that was interrupted.

-- As fold() in shared/words.ts: lower case; tone marks, dots below and hooks away; apostrophes and invisible marks away;
-- hyphens as blanks.
CREATE OR REPLACE FUNCTION fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(translate(regexp_replace(regexp_replace(normalize(value, NFD),
  '[\u0300-\u036f''`\u00b4\u2018\u2019\u201b\u02b9-\u02bf\u2032\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
  '[-\u2010-\u2015]', ' ', 'g'), 'ƁɓƊɗƘƙƳƴ', 'bbddkkyy'));
--> statement-breakpoint

-- ── The words of published products ──────────────────────────────────────────────────────────────

-- In how many names and descriptions a folded word is. Changes are appended, so that no writer waits for another; the
-- counts of a word are the sums of its rows, which a job folds. Pure numbers are left out: there are as many as products.
CREATE TABLE IF NOT EXISTS search_words (
  word text COLLATE "C" NOT NULL,
  names integer NOT NULL,
  descriptions integer NOT NULL,
  -- The sum of earlier rows.
  folded boolean NOT NULL DEFAULT false
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS search_words_word_idx ON search_words (word);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS search_words_part_idx ON search_words USING gin (word gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS search_words_unfolded_idx ON search_words (word) WHERE NOT folded;
--> statement-breakpoint
ALTER TABLE search_words ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT ON search_words TO aso_web;
--> statement-breakpoint
DROP POLICY IF EXISTS read_all ON search_words;
--> statement-breakpoint
CREATE POLICY read_all ON search_words FOR SELECT TO aso_web USING (true);
--> statement-breakpoint

-- The different words of a folded text. Words end at blanks and punctuation, as in search-words.ts.
CREATE OR REPLACE FUNCTION search_tokens(value text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT DISTINCT token FROM regexp_split_to_table(value, '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u20cf\u3000-\u303f]+') token
  WHERE token ~ '[^0-9]' AND length(token) <= 40
$$;
--> statement-breakpoint

-- Appends what a statement changed in the words of published products.
CREATE OR REPLACE FUNCTION count_search_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed CONSTANT text := 'SELECT %s AS sign, name_key, search FROM %s WHERE status = ''published''';
  moved CONSTANT text := 'SELECT %s AS sign, r.name_key, r.search FROM old_rows o JOIN new_rows n USING (id), LATERAL (SELECT (%s).*) r
    WHERE (o.status, o.name_key, o.search) IS DISTINCT FROM (n.status, n.name_key, n.search) AND r.status = ''published''';
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM search_words;
    RETURN NULL;
  END IF;
  EXECUTE format('INSERT INTO search_words (word, names, descriptions)
    SELECT t.word, sum(t.names * sign), sum(t.descriptions * sign) FROM (%s) c, LATERAL (
      SELECT token AS word, 1 AS names, 0 AS descriptions FROM search_tokens(c.name_key) token
      UNION ALL SELECT token, 0, 1 FROM search_tokens(substr(c.search, length(c.name_key) + 2)) token
    ) t GROUP BY t.word HAVING sum(t.names * sign) <> 0 OR sum(t.descriptions * sign) <> 0',
    CASE TG_OP WHEN 'INSERT' THEN format(changed, 1, 'new_rows') WHEN 'DELETE' THEN format(changed, -1, 'old_rows')
      ELSE format(moved, 1, 'n') || ' UNION ALL ' || format(moved, -1, 'o') END);
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION count_search_words() FROM PUBLIC;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER search_words_insert AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER search_words_update AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER search_words_delete AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER search_words_truncate AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words();
--> statement-breakpoint

-- Replaces the appended rows of each word by their sum.
CREATE OR REPLACE FUNCTION fold_search_words() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM search_words WHERE word IN (SELECT word FROM search_words WHERE NOT folded) RETURNING word, names, descriptions
  )
  INSERT INTO search_words (word, names, descriptions, folded)
  SELECT word, sum(names), sum(descriptions), true FROM gone GROUP BY word HAVING sum(names) <> 0 OR sum(descriptions) <> 0
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION fold_search_words() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION fold_search_words() TO aso_web;
--> statement-breakpoint
-- Counts all words again. One statement, so one snapshot: what others append meanwhile is neither counted nor deleted.
CREATE OR REPLACE FUNCTION recount_search_words() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM search_words)
  INSERT INTO search_words (word, names, descriptions, folded)
  SELECT t.word, sum(t.names), sum(t.descriptions), true FROM products p, LATERAL (
    SELECT token AS word, 1 AS names, 0 AS descriptions FROM search_tokens(p.name_key) token
    UNION ALL SELECT token, 0, 1 FROM search_tokens(substr(p.search, length(p.name_key) + 2)) token
  ) t WHERE p.status = 'published' GROUP BY t.word
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION recount_search_words() FROM PUBLIC;
--> statement-breakpoint

-- ── What was folded before ───────────────────────────────────────────────────────────────────────

-- Only rows with an apostrophe, a hook or an invisible mark differ. Nothing that anyone sees changes: no event, no history.
DO $$
DECLARE
  refolded CONSTANT text := '[''`\u00b4\u2018\u2019\u201b\u02b9-\u02bf\u2032\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeffƁɓƊɗƘƙƳƴ]';
BEGIN
  PERFORM set_config('app.quiet', 'on', true), set_config('app.unrecorded', 'on', true);
  UPDATE products SET name = name, description = description WHERE search ~ refolded;
  UPDATE profiles SET first_name = first_name WHERE search ~ refolded;
  UPDATE orders SET customer_name = customer_name WHERE search ~ refolded;
  UPDATE orders SET product_names = fold(product_names) WHERE product_names ~ refolded;
  UPDATE account_events SET subject = subject WHERE search ~ refolded;
  UPDATE change_sets SET search = fold(search) WHERE search ~ refolded;
  PERFORM set_config('app.quiet', '', true), set_config('app.unrecorded', '', true);
END $$;
--> statement-breakpoint
SELECT recount_search_words();
--> statement-breakpoint
ANALYZE search_words;
--> statement-breakpoint
-- Words that few names have, of products whose descriptions are full of them.
DROP INDEX CONCURRENTLY IF EXISTS products_published_words_idx;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY products_published_words_idx ON products USING gin (name_key gin_trgm_ops) WHERE status = 'published';
--> statement-breakpoint

-- ── Words that mean the same ─────────────────────────────────────────────────────────────────────

-- Each row is words, or phrases, of which each finds the products of the others, below the exact hits.
CREATE TABLE IF NOT EXISTS synonyms (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  words text[] NOT NULL UNIQUE CHECK (cardinality(words) BETWEEN 2 AND 20 AND array_position(words, NULL) IS NULL AND length(array_to_string(words, '')) <= 1000),
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
ALTER TABLE synonyms ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT ON synonyms TO aso_web;
--> statement-breakpoint
DROP POLICY IF EXISTS read_all ON synonyms;
--> statement-breakpoint
CREATE POLICY read_all ON synonyms FOR SELECT TO aso_web USING (true);
--> statement-breakpoint
CREATE OR REPLACE TRIGGER notify_insert AFTER INSERT ON synonyms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER notify_update AFTER UPDATE ON synonyms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER notify_delete AFTER DELETE ON synonyms REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER notify_truncate AFTER TRUNCATE ON synonyms FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('id');
--> statement-breakpoint
INSERT INTO synonyms (words) VALUES
  ('{native,traditional,trad}'), ('{native,senator,kaftan}'), ('{senator,kaftan,caftan}'), ('{jalabiya,jalamia,jallabiya,thobe}'), ('{kaftan,jalabiya}'),
  ('{gele,headtie,head tie,head wrap,headwrap,head gear,headgear,scarf,ichafu,ichafuu}'), ('{turban,head wrap,headwrap}'),
  ('{fila,cap,hat}'), ('{hula,fila,cap}'), ('{kufi,skull cap,prayer cap}'), ('{hula,zanna,zanna bukar}'),
  ('{up and down,two piece,two pieces,senator}'), ('{three piece,agbada}'),
  ('{iro,wrapper}'), ('{wrapper,iro,lappa,zani}'), ('{buba,blouse,top}'), ('{ipele,iborun,shawl,shoulder sash}'),
  ('{agbada,babban riga,babanriga,babbanriga,babariga,riga,grand boubou,flowing gown}'),
  ('{bubu,boubou,free gown,bou bou}'), ('{gown,dress,frock}'), ('{isiagu,chieftaincy,lion head}'), ('{danshiki,dashiki}'),
  ('{ankara,african print,wax print,print,wax,hollandis,hollandaise}'), ('{adire,tie and dye,tie dye,batik,kampala}'), ('{aso oke,asoke,ofi,aso ofi}'),
  ('{lace,eyelet}'), ('{brocade,damask,jacquard}'), ('{aso ebi,uniform}'), ('{fabric,cloth,material,textile}'),
  ('{sokoto,trousers,pants}'), ('{slippers,palm slippers,pam,mules,slides}'), ('{sandals,footwear}'), ('{shoes,cover shoes,brogues,half shoe}'), ('{bag,purse,handbag,hand bag,satchel}'),
  ('{clutch,purse}'), ('{tote,shopper}'), ('{wedding,bridal,bride,traditional marriage}'), ('{groom,bridegroom,ango}'), ('{bride,iyawo,amarya}'),
  ('{party,owambe}'), ('{jumuah,friday,jumat}'), ('{sallah,eid,ramadan}'), ('{children,kids,child,kid,pikin,boys,girls}'), ('{boys,boy,son}'), ('{girls,girl,daughter}'),
  ('{men,man,male,gents}'), ('{women,woman,lady,ladies,female}'), ('{blue,navy,indigo}'), ('{red,wine,crimson,maroon,burgundy,oxblood}'),
  ('{gold,champagne,golden}'), ('{green,emerald}'), ('{grey,gray,ash,charcoal,silver}'), ('{black,charcoal}'), ('{brown,cognac,tan,kola}'), ('{orange,sunset,ochre}'), ('{pink,rose,peach}'), ('{peach,coral}'), ('{purple,violet}'), ('{cream,ivory,off white}')
ON CONFLICT DO NOTHING;
--> statement-breakpoint

-- ── Finding ──────────────────────────────────────────────────────────────────────────────────────

-- The branches of a CASE that gives the level of a word in a column. A level that all its words have needs no expression.
CREATE OR REPLACE FUNCTION search_level(in_column text, likes text, every text, word jsonb, known text, base integer) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN word->>known IS NOT NULL THEN format('WHEN %I %s THEN %s', in_column, likes, base + (word->>known)::integer)
    ELSE format('WHEN %1$I %2$s AND %1$I ~ %3$L THEN %4$s WHEN %1$I %5$s THEN CASE WHEN %1$I ~ %6$L THEN %7$s ELSE %8$s END',
      in_column, every, word->>'whole', base + 3, likes, word->>'begin', base + 2, base + 1) END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION search_level(text, text, text, jsonb, text, integer) FROM PUBLIC;
--> statement-breakpoint
-- Published products that contain words, in the order of a sort, at most `most`; ranked, any of at most `most`, with the
-- level at which each has each word: 9 name, 6 category, 3 description; one less where the word only begins another one, two
-- less within one; 0 not at all.
-- A word is {role, contains, also, whole, begin, short, nameLevel, descriptionLevel, categories, wholeCategories}: LIKE
-- patterns, those of other forms that count as whole words alone, regular expressions, levels from 1 to 3, and ids. Words of
-- the role 'find' decide, each of them or any; those of the role 'exclude' must be missing; those of the role 'rank' only
-- have levels. `short` is what the index finds of a word without a trigram: patterns and an expression of the words that it
-- is part of.
-- With `walk`, reads that many products in the order and no more. Without, all that match, by the indexes of trigrams and
-- categories; statistics count drafts too, so a scan might look cheap. Without an order, any of them.
-- A function of the owner, because under a policy no index serves LIKE (docs/decisions/0038-draft-products.md). All that
-- comes from the caller is quoted.
CREATE OR REPLACE FUNCTION find_published(words jsonb, each_word boolean, scope text, whole_words boolean, in_order text, ranked boolean, walk integer, most integer,
  in_categories uuid[], in_promotion uuid, is_featured boolean, other_than uuid[])
RETURNS TABLE (id uuid, levels smallint[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET enable_indexscan = off SET enable_bitmapscan = on AS $$
DECLARE
  word jsonb;
  likes text;
  every text;
  cats text;
  whole_cats text;
  in_text text;
  in_column text := CASE scope WHEN 'all' THEN 'search' ELSE 'name_key' END;
  finds text[] := '{}';
  excludes text := '';
  all_levels text[] := '{}';
  filters text := '';
  place text := '';
  sorted CONSTANT text := CASE in_order
    WHEN 'most-liked' THEN 'likes DESC, created_at DESC, id DESC' WHEN 'newest' THEN 'created_at DESC, id DESC'
    WHEN 'price-low' THEN 'price, id' WHEN 'price-high' THEN 'price DESC, id DESC'
    WHEN 'name-asc' THEN 'name_key, id' WHEN 'name-desc' THEN 'name_key DESC, id DESC'
    WHEN 'category' THEN 'category_id, created_at DESC, id DESC' ELSE 'featured DESC, created_at DESC, id DESC' END;
  shown text;
BEGIN
  FOR word IN SELECT value FROM jsonb_array_elements(words) LOOP
    likes := format('LIKE ANY (%L::text[])', ARRAY(SELECT jsonb_array_elements_text(word->'contains')));
    every := format('LIKE ANY (%L::text[])', ARRAY(SELECT jsonb_array_elements_text((word->'contains') || (word->'also'))));
    cats := format('category_id = ANY (%L::uuid[])', ARRAY(SELECT jsonb_array_elements_text(word->'categories')));
    whole_cats := format('category_id = ANY (%L::uuid[])', ARRAY(SELECT jsonb_array_elements_text(word->'wholeCategories')));
    all_levels := all_levels || format('CASE %s WHEN %s THEN 6 WHEN %s THEN 4 %s ELSE 0 END',
      search_level('name_key', likes, every, word, 'nameLevel', 6), whole_cats, cats, search_level('search', likes, every, word, 'descriptionLevel', 0));
    IF word->>'role' = 'find' THEN
      in_text := CASE WHEN whole_words THEN format('%1$I %2$s AND %1$I ~ %3$L', in_column, every, word->>'whole')
        WHEN jsonb_array_length(word->'also') = 0 THEN format('%I %s', in_column, likes)
        ELSE format('(%1$I %2$s OR %1$I %3$s AND %1$I ~ %4$L)', in_column, likes, every, word->>'whole') END;
      IF (word->'isScanned')::boolean THEN
        PERFORM set_config('enable_seqscan', 'on', true), set_config('enable_bitmapscan', 'off', true);
      END IF;
      IF walk IS NULL AND word->>'short' IS NOT NULL THEN
        in_text := format('(search LIKE ANY (%L::text[])%s) AND %s', ARRAY(SELECT jsonb_array_elements_text(word->'short'->'contains')),
          ' OR search ~ ' || quote_literal(word->'short'->>'whole'), in_text);
      END IF;
      finds := finds || CASE WHEN scope = 'name' OR jsonb_array_length(word->'categories') = 0 THEN format('(%s)', in_text)
        ELSE format('(%s OR %s)', in_text, CASE WHEN whole_words THEN whole_cats ELSE cats END) END;
    ELSIF word->>'role' = 'exclude' THEN
      excludes := excludes || format(' AND (search %s) IS NOT TRUE AND (search %s AND search ~ %L) IS NOT TRUE AND (%s) IS NOT TRUE',
        likes, every, word->>'whole', cats);
    END IF;
  END LOOP;
  -- A category or a promotion has indexes of its own in each order.
  IF cardinality(in_categories) = 1 THEN
    place := place || format(' AND category_id = %L', in_categories[1]);
  ELSIF in_categories IS NOT NULL THEN
    filters := filters || format(' AND category_id = ANY (%L::uuid[])', in_categories);
  END IF;
  IF in_promotion IS NOT NULL THEN
    place := place || format(' AND promotion_id = %L', in_promotion);
  END IF;
  IF is_featured IS NOT NULL THEN
    filters := filters || format(' AND featured = %L', is_featured);
  END IF;
  IF cardinality(other_than) > 0 THEN
    filters := filters || format(' AND id <> ALL (%L::uuid[])', other_than);
  END IF;
  filters := format('(%s)', array_to_string(finds, CASE WHEN each_word THEN ' AND ' ELSE ' OR ' END)) || filters || excludes;
  shown := CASE WHEN NOT ranked THEN '''{}''' ELSE format('ARRAY[%s]', array_to_string(all_levels, ', ')) END;
  IF walk IS NULL AND ranked THEN
    RETURN QUERY EXECUTE format('SELECT id, %s::smallint[] FROM (
        SELECT id, name_key, search, category_id, featured, created_at, likes, price FROM products WHERE status = ''published''%s AND %s LIMIT %s
      ) found ORDER BY %s', shown, place, filters, most, sorted);
  ELSIF walk IS NULL THEN
    RETURN QUERY EXECUTE format('SELECT id, %s::smallint[] FROM products WHERE status = ''published''%s AND %s%s LIMIT %s',
      shown, place, filters, ' ORDER BY ' || CASE WHEN in_order IS NOT NULL THEN sorted END, most);
  ELSE
    PERFORM set_config('enable_indexscan', 'on', true);
    RETURN QUERY EXECUTE format('SELECT id, %s::smallint[] FROM (
        SELECT id, name_key, search, category_id, featured, created_at, likes, price FROM products WHERE status = ''published''%s ORDER BY %s LIMIT %s
      ) walked WHERE %s ORDER BY %3$s LIMIT %6$s',
      shown, place, sorted, walk, filters, most);
  END IF;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_published(jsonb, boolean, text, boolean, text, boolean, integer, integer, uuid[], uuid, boolean, uuid[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_published(jsonb, boolean, text, boolean, text, boolean, integer, integer, uuid[], uuid, boolean, uuid[]) TO aso_web;
--> statement-breakpoint

-- Previews of a day (docs/decisions/0049-preview.md): the words of that day's products, and the same function on them.
CREATE OR REPLACE VIEW preview.search_words WITH (security_barrier = true) AS
  SELECT word, names, descriptions FROM public.search_words WHERE (SELECT preview.day()) IS NOT NULL
  UNION ALL
  SELECT t.word, t.names * c.sign, t.descriptions * c.sign FROM (
    SELECT CASE WHEN d.status = 'published' THEN 1 ELSE -1 END AS sign, p.name_key, p.search
    FROM preview.due d JOIN public.products p ON p.id = d.thing_id WHERE d.status <> p.status
  ) c, LATERAL (
    SELECT token AS word, 1 AS names, 0 AS descriptions FROM search_tokens(c.name_key) token
    UNION ALL SELECT token, 0, 1 FROM search_tokens(substr(c.search, length(c.name_key) + 2)) token
  ) t;
--> statement-breakpoint
GRANT SELECT ON preview.search_words TO aso_web;
--> statement-breakpoint
DO $$
BEGIN
  EXECUTE replace(replace(
    pg_get_functiondef('public.find_published(jsonb, boolean, text, boolean, text, boolean, integer, integer, uuid[], uuid, boolean, uuid[])'::regprocedure),
    'FUNCTION public.', 'FUNCTION preview.'), 'search_path TO ''public''', 'search_path TO ''preview'', ''public''');
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION preview.find_published(jsonb, boolean, text, boolean, text, boolean, integer, integer, uuid[], uuid, boolean, uuid[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION preview.find_published(jsonb, boolean, text, boolean, text, boolean, integer, integer, uuid[], uuid, boolean, uuid[]) TO aso_web;
