/** So many products join and leave a promotion in one save: their ids fit one request, their rows one short transaction. */
export const ASSIGN_LIMIT = 2_000;

/** Rows that the list of products to assign loads at a time. */
export const ASSIGN_PAGE_SIZE = 50;
