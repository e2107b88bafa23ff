export const STORE_PAGE_SIZE = 12;
export const ADMIN_PAGE_SIZE = 10;
/** Products beside one, and in the rows of the front page, where a request does not say how many. */
export const RELATED_LIMIT = 4;
export const ROW_LIMIT = 10;

/** Search results and the history are counted up to this number; beyond it '1,000+' is shown, and paging ends there. */
export const SEARCH_COUNT_LIMIT = 1000;

/** The same limit for admin tables. */
export const ADMIN_COUNT_LIMIT = 10_000;

/** At least one page, so that an empty list has page 1. */
export const pageCount = (total: number, pageSize: number): number =>
  Math.max(1, Math.ceil(total / pageSize));

/** Where the rows of a page are. */
export interface PlaceOfPage {
  offset: number;
  limit: number;
  /** Read from the other end: the offset counts from there, and the rows are in reverse order. */
  fromEnd?: boolean;
}

/**
 * Where a page of a list of `total` rows is read: from the end if that is nearer, so that the last page costs as much
 * as the first.
 */
export function placeOfPage(page: number, pageSize: number, total: number): PlaceOfPage {
  const offset = (page - 1) * pageSize;
  const limit = Math.max(0, Math.min(pageSize, total - offset));
  const after = total - offset - limit;
  return after < offset ? { offset: after, limit, fromEnd: true } : { offset, limit: pageSize };
}

/** A page of an admin table. */
export interface CountedPage {
  total: number;
  /** There are more rows than are counted. */
  capped: boolean;
  page: number;
  pageCount: number;
  place: PlaceOfPage;
}

/**
 * The page to answer for a counted number of rows: one past the end becomes the last. With a `limit`, counting to one
 * above it is enough: paging ends there, and no page is read from the end, because the end is unknown.
 */
export function countedPage(
  requested: number,
  pageSize: number,
  counted: number,
  limit = Number.POSITIVE_INFINITY,
): CountedPage {
  const capped = counted > limit;
  const total = capped ? limit : counted;
  const count = pageCount(total, pageSize);
  const page = Math.min(requested, count);
  const place = capped
    ? { offset: (page - 1) * pageSize, limit: pageSize }
    : placeOfPage(page, pageSize, total);
  return { total, capped, page, pageCount: count, place };
}

/**
 * A page of an admin table, as `paged` of shapes.ts. `list` reads its rows: at `place`, or from `offset` rows after the
 * first.
 */
export async function readPage<Row>(
  { requested, counted, limit }: { requested: number; counted: number; limit?: number },
  list: (place: PlaceOfPage, offset: number) => Promise<Row[]>,
) {
  const { place, ...page } = countedPage(requested, ADMIN_PAGE_SIZE, counted, limit);
  return { items: await list(place, (page.page - 1) * ADMIN_PAGE_SIZE), ...page };
}

/**
 * The page numbers to show: all of them for five or fewer, otherwise first, last and the neighbours of the current
 * one, with 'gap' where numbers are omitted.
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
