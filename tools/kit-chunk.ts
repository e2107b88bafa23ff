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

/** Icons of other pages of the shop, which must not load those of the back office. */
const SHOP_ICONS =
  'arrow-left|bell-ring|circle-check|circle-exclamation-point|clock|copy|download|eye|eye-off|fingerprint-pattern|key-round|layout-dashboard|log-in|mail|mail-check|map-pin|menu|message-circle|monitor|package|pause|play|printer|qr-code|shapes|shield-check|shirt|shopping-bag|smartphone|trash|user-round';

/** All other icons: a file each would be 14 to 16 requests more for one screen of the back office. */
export const ADMIN_ICONS = new RegExp(`lucide-react/dist/esm/icons/(?!(${ICONS}|${SHOP_ICONS})\\.m?js)`);

export const KIT = new RegExp(`/src/(${PARTS.join('|')})\\.tsx?$|/node_modules/(${PACKAGES.join('|')})(/|$)`);
