/** Small components that most pages of the shop use: in one file, because each alone would be a request. */
export const PARTS = [
  'design/(badge|button|chip|empty-state|error-state|input|page-heading|pagination|image|link-button|price|select|skeleton|spinner)',
  'domains/catalog/categories/ui/(category-chips)',
  'domains/catalog/products/ui/(product-card|product-grid)',
  'domains/wishlist/ui/(cart-toggle-button|use-cart-toggle)',
  'routes/(-live|-load-failure)',
  'shared/(live/use-following|pages|image-url)',
];
/** Icons of the shop's first pages that would be separate files, because the back office uses them too. */
const ICONS = 'check|chevron-down|chevron-left|chevron-right|plus|search|x';
const PACKAGES = [
  '@radix-ui/react-(slot|compose-refs)',
  'class-variance-authority',
  `lucide-react/dist/esm/icons/(${ICONS})\\.m?js`,
];

export const KIT = new RegExp(`/src/(${PARTS.join('|')})\\.tsx?$|/node_modules/(${PACKAGES.join('|')})(/|$)`);
