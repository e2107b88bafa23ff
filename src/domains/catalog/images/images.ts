/** Maximum number of images of a product: its page loads them all. */
export const MAX_IMAGES = 20;
