/** Returns the canonical form of a value, or null if it is invalid or equal to the default. */
export type Canonical = (value: string) => string | null;

export interface CachedPath {
  /** The path, or a pattern of the whole path: `/products` or `/^\/products\/[0-9a-f-]{36}$/`. */
  path: string | RegExp;
  /** The parameters the page depends on, in the order of the key. All others are ignored. */
  parameters?: Record<string, Canonical>;
  /** Parameters that make the page uncacheable when present and not blank (a search). */
  unstored?: readonly string[];
}

/**
 * The cache key of a page: its path and its known, valid parameters in a fixed order, which is also the canonical
 * URL. Render the page for this URL instead of the requested one: then an unknown parameter (`?utm_source=`) can
 * neither fill the memory nor appear in a page shown to others. Null if the page is not stored.
 */
export function pageKey(url: URL, table: readonly CachedPath[]): string | null {
  const entry = table.find(({ path }) =>
    typeof path === 'string' ? path === url.pathname : path.test(url.pathname),
  );
  if (!entry) return null;
  if (entry.unstored?.some((name) => url.searchParams.getAll(name).some((value) => value.trim() !== ''))) {
    return null;
  }
  const parameters = new URLSearchParams();
  for (const [name, canonical] of Object.entries(entry.parameters ?? {})) {
    const given = url.searchParams.get(name);
    const value = given === null ? null : canonical(given);
    if (value !== null) parameters.set(name, value);
  }
  const query = parameters.toString();
  return query ? `${url.pathname}?${query}` : url.pathname;
}
