-- A save pays less for the texts of its history (docs/decisions/0036-change-history.md).

-- to_char() depends on settings: as IMMUTABLE the function was called, as STABLE it is a part of the expression around it.
ALTER FUNCTION things_phrase(text, bigint, text) STABLE;
--> statement-breakpoint
-- A name that the summary has is not folded and indexed twice.
SELECT patch_function('finish_change_set()', $q$fold(concat_ws(' ', m.made, NEW.thing))$q$,
  $q$fold(CASE WHEN strpos(m.made, NEW.thing) > 0 THEN m.made ELSE concat_ws(' ', m.made, NEW.thing) END)$q$);
