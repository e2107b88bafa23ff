/** The `sizes` of a card's image in the grid of four columns. */
export const CARD_SIZES = '(min-width: 64rem) 19rem, (min-width: 40rem) 32vw, calc(50vw - 1.4rem)';

/**
 * The `sizes` of an image in a product's gallery. On a phone fewer pixels than the screen has: an eighth less is not
 * seen, and at three pixels to a point a third less.
 */
export const GALLERY_SIZES = '(min-width: 64rem) 37rem, (min-resolution: 2.5dppx) 66vw, 88vw';
