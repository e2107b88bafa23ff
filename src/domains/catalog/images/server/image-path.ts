let last = 0;

/**
 * Where an image of a product lies: product-images/<product>/<time>.<extension>. The time is in microseconds
 * and never the same twice in this process; its last three digits are drawn, because other processes of the shop
 * put images there too.
 */
export function productImagePath(productId: string, extension: string): string {
  last = Math.max(last + 1, Date.now() * 1000 + Math.floor(Math.random() * 1000));
  return `product-images/${productId.toLowerCase()}/${last}.${extension}`;
}
