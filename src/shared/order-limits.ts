/** The maximum number of lines of an order, and of entries of a cart. */
export const MAX_LINES = 50;
/** Maximum length of an item's note, characters. */
export const MAX_NOTE = 500;
