/** Images a product may have: a page of one loads them all, and nobody looks at more. */
export const MAX_IMAGES = 20;
