/** Small components that most pages of the shop use: in one file, because each alone would be a request. */
export const PARTS = [
  'design/(badge|button|chip|empty-state|error-state|icon-button|input|page-heading|pagination|image|link-button|price|search-box|select|share-button|skeleton|spinner|switch)',
  'domains/catalog/categories/ui/(category-chips)',
  'domains/catalog/products/ui/(product-card|product-grid)',
  'domains/promotions/(explain-price|ui/promoted-price)',
  'domains/wishlist/ui/(cart-toggle-button|use-cart-toggle)',
  'routes/(-frame/data-saver|-live|-load-failure)',
  'shared/(close-words|live/use-following|pages|image-rules|image-url|visit-bytes|worker-bytes)',
];
/** Icons of the shop's first pages that would be separate files, because the back office uses them too. */
const ICONS = 'check|chevron-down|chevron-left|chevron-right|plus|search|share-2|x';
const PACKAGES = [
  '@radix-ui/react-(slot|compose-refs)',
  '@tanstack/react-query/build/modern/useSuspenseQuery\\.js',
  'class-variance-authority',
  `lucide-react/dist/esm/icons/(${ICONS})\\.m?js`,
];

export const KIT = new RegExp(`/src/(${PARTS.join('|')})\\.tsx?$|/node_modules/(${PACKAGES.join('|')})(/|$)`);
