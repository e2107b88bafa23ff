let last = 0;

/**
 * The path of a product's image: product-images/<product>/<time>.<extension>. The time is in microseconds and
 * unique in this process; its last three digits are random, because other processes of the shop store images
 * too.
 */
export function productImagePath(productId: string, extension: string): string {
  last = Math.max(last + 1, Date.now() * 1000 + Math.floor(Math.random() * 1000));
  return `product-images/${productId.toLowerCase()}/${last}.${extension}`;
}
