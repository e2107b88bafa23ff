/** Small parts that most pages of the shop show: together in one file, because each alone would be a request. */
const PARTS = [
  'design/(badge|button|chip|empty-state|error-state|input|page-heading|pagination|price|select|skeleton|spinner|visually-hidden)',
  'domains/catalog/ui/(product-card|product-grid)',
  'domains/wishlist/ui/(cart-toggle-button|use-cart-toggle)',
  'routes/(-live|-load-failure)',
  'shared/(live/use-following|pages)',
];
const PACKAGES = ['@radix-ui/react-(slot|compose-refs)', 'class-variance-authority'];

export const KIT = new RegExp(`/src/(${PARTS.join('|')})\\.tsx?$|/node_modules/(${PACKAGES.join('|')})/`);
