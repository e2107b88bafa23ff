-- The search of the back office, and that of the promotions.
CREATE INDEX promotions_words_idx ON promotions USING gin (fold(name || ' ' || code) gin_trgm_ops);
