/** The pictures of a product. */
export const imageContract = {};
