/** Answers the one way a value is written, or null when it is not valid or only repeats the default. */
export type Canonical = (value: string) => string | null;

export interface CachedPath {
  /** The path, or a pattern of the whole of it: `/products` or `/^\/products\/[0-9a-f-]{36}$/`. */
  path: string | RegExp;
  /** The parameters the page depends on, in the order the key writes them. All others are left out. */
  parameters?: Record<string, Canonical>;
  /** Parameters that, when present and not blank, make the page one that is not stored (a search). */
  unstored?: readonly string[];
}

/**
 * The key of a page: its path and its known, valid parameters in fixed order, which is also the canonical
 * address. Render the page for this address instead of the one that was asked for: then an unknown
 * parameter (`?utm_source=`) can neither fill the memory nor leave its mark in what others are shown.
 * Null when the page is not stored.
 */
export function pageKey(url: URL, table: readonly CachedPath[]): string | null {
  const entry = table.find(({ path }) =>
    typeof path === 'string' ? path === url.pathname : path.test(url.pathname),
  );
  if (!entry) return null;
  if (entry.unstored?.some((name) => url.searchParams.getAll(name).some((value) => value.trim() !== ''))) {
    return null;
  }
  const kept = new URLSearchParams();
  for (const [name, canonical] of Object.entries(entry.parameters ?? {})) {
    const given = url.searchParams.get(name);
    const value = given === null ? null : canonical(given);
    if (value !== null) kept.set(name, value);
  }
  const query = kept.toString();
  return query ? `${url.pathname}?${query}` : url.pathname;
}
