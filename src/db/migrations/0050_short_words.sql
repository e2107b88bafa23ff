-- A word of one or two letters is looked up by the words of the catalogue that have it. Compared as IS TRUE it is no
-- condition of the index, which would be read as a whole for it: the plan read all products instead.
SELECT patch_function(format('%I.find_published(jsonb, boolean, text, boolean, text, boolean, integer, integer, uuid[], uuid, boolean, uuid[])', schema),
  $$(search LIKE ANY (%L::text[])%s) AND %s'$$, $$(search LIKE ANY (%L::text[])%s) AND (%s) IS TRUE'$$)
FROM (VALUES ('public'), ('preview')) AS copies (schema);
