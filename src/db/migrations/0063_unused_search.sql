-- What find_published() of 0028 replaced.
-- contract: unused since 1.0.0, which had none
DROP FUNCTION search_published(text[], uuid[], uuid[], uuid, boolean, uuid, integer);
--> statement-breakpoint
-- contract: unused since 1.0.0, which had none
DROP FUNCTION preview.search_published(text[], uuid[], uuid[], uuid, boolean, uuid, integer);
