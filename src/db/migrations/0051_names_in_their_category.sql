-- A product whose category is also named so comes first: 'gele' finds head ties before a blouse that is sold with one. The
-- levels of a name in such a category are 10 to 12; those of a name alone are 7 to 9, as before.
SELECT patch_function(format('%I.find_published(jsonb, boolean, text, boolean, text, boolean, integer, integer, uuid[], uuid, boolean, uuid[])', schema),
  $$format('CASE %s WHEN %s THEN 6 WHEN %s THEN 4 %s ELSE 0 END',$$,
  $$format('CASE %s %s WHEN %s THEN 6 WHEN %s THEN 4 %s ELSE 0 END',
      CASE WHEN jsonb_array_length(word->'wholeCategories') = 0 THEN ''
        ELSE format('WHEN %s THEN CASE %s ELSE 6 END', whole_cats, search_level('name_key', likes, every, word, 'nameLevel', 9)) END,$$)
FROM (VALUES ('public'), ('preview')) AS copies (schema);
