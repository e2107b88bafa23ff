-- Orders are found by their customer's name in one word or two, as customers are: beside its other forms each word has LIKE
-- patterns (`names`), of which one must match.
SELECT patch_function(signature, part, replacement)
FROM (VALUES ('find_orders(text, boolean, text[], jsonb, uuid, uuid, integer, integer, boolean, text, date, date, uuid, timestamptz, uuid, text, timestamptz)')) AS f (signature),
  (VALUES
    ($$AND product_names ~ %3$L' END
$$, $$AND product_names ~ %3$L' END
      || CASE WHEN f.names = '{}' THEN '' ELSE ' OR search LIKE ANY (%4$L)' END
$$),
    ('f.whole), '' AND '')', 'f.whole, f.names), '' AND '')'),
    ('''also'')) AS also)', '''also'')) AS also,
        ARRAY(SELECT jsonb_array_elements_text(other_forms -> (n::integer - 1) -> ''names'')) AS names)')
  ) AS parts (part, replacement);
