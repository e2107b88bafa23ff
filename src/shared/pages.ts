export const STORE_PAGE_SIZE = 12;
export const ADMIN_PAGE_SIZE = 10;

/** With a search, matches are counted exactly up to here; beyond it '1,000+ items', and paging ends there. */
export const SEARCH_COUNT_LIMIT = 1000;

/** In the back office a search's matches are counted exactly up to here, and paging ends there. */
export const ADMIN_COUNT_LIMIT = 10_000;

/** At least one page, so that page 1 of nothing exists. */
export const pageCount = (total: number, pageSize: number): number =>
  Math.max(1, Math.ceil(total / pageSize));

/** Which rows of a list are a page. */
export interface PlaceOfPage {
  offset: number;
  limit: number;
  /** Read from the other end: the offset counts from there, and the rows come the other way round. */
  fromEnd?: boolean;
}

/**
 * Where a page of a list of `total` rows is read: from its end when that is nearer, so that the last page
 * costs what the first does.
 */
export function placeOfPage(page: number, pageSize: number, total: number): PlaceOfPage {
  const offset = (page - 1) * pageSize;
  const limit = Math.max(0, Math.min(pageSize, total - offset));
  const after = total - offset - limit;
  return after < offset ? { offset: after, limit, fromEnd: true } : { offset, limit: pageSize };
}

/** A page of a table of the back office. */
export interface CountedPage {
  total: number;
  /** More were found than are counted. */
  capped: boolean;
  page: number;
  pageCount: number;
  place: PlaceOfPage;
}

/**
 * Which page of a list is answered when so many rows were counted: one past the end becomes the last. With a
 * `limit` it is enough to count to one above it: paging ends there, and from the end nothing is read, because it
 * is not known.
 */
export function countedPage(
  asked: number,
  pageSize: number,
  counted: number,
  limit = Number.POSITIVE_INFINITY,
): CountedPage {
  const capped = counted > limit;
  const total = capped ? limit : counted;
  const count = pageCount(total, pageSize);
  const page = Math.min(asked, count);
  const place = capped
    ? { offset: (page - 1) * pageSize, limit: pageSize }
    : placeOfPage(page, pageSize, total);
  return { total, capped, page, pageCount: count, place };
}

/**
 * The page numbers to offer: all of them for five or fewer, otherwise first, last and the current
 * one's neighbours, with 'gap' where numbers are left out.
 */
export function pagesToShow(current: number, count: number): (number | 'gap')[] {
  if (count <= 5) return Array.from({ length: count }, (_, i) => i + 1);
  const shown = [...new Set([1, current - 1, current, current + 1, count])]
    .filter((page) => page >= 1 && page <= count)
    .sort((a, b) => a - b);
  return shown.flatMap((page, i): (number | 'gap')[] => {
    const before = shown[i - 1];
    if (before === undefined || page - before === 1) return [page];
    // A gap that would hide a single number shows the number.
    return page - before === 2 ? [page - 1, page] : ['gap', page];
  });
}
