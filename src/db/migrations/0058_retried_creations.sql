-- An operation that joined a change set and changed nothing more, such as the retry of a creation whose response was lost,
-- answers with that set: its undo takes back what the first attempt did.
SELECT patch_function('current_change_set()', 'c.at = change_set_at() AND c.id > last_shared_change() AND c.set_id', 'c.at = change_set_at() AND c.set_id');
