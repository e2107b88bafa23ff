/**
 * Maximum number of products that one save adds or removes: their ids fit one request, their rows one short
 * transaction.
 */
export const ASSIGN_LIMIT = 2_000;

/** Rows that the list of products to assign loads at a time. */
export const ASSIGN_PAGE_SIZE = 50;
