/** The maximum number of lines of an order, and of entries of a cart. */
export const MAX_LINES = 50;
/** The refusal of an order without lines. */
export const NO_LINES = 'Your wishlist is empty';
/** Maximum length of an item's note, characters. */
export const MAX_NOTE = 500;
