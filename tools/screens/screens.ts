/** Who looks at a screen. */
type Viewer = 'visitor' | 'customer' | 'admin' | 'super';

/** A screen of docs/screens.md. */
export interface Screen {
  /** Also the file name of its picture. */
  name: string;
  title: string;
  /** The file of its route, without src/routes and the ending. */
  route: string;
  /** `{product}`, `{order}`, `{customer}` and `{set}` are ids of the demo store. */
  path: string;
  as?: Viewer;
}

export const SHOP_SCREENS: readonly Screen[] = [
  { name: 'home', title: 'Home', route: '_shop/index', path: '/' },
  { name: 'products', title: 'Products', route: '_shop/products.index', path: '/products' },
  { name: 'search', title: 'Search', route: '_shop/products.index', path: '/products?search=adire' },
  { name: 'product', title: 'A product', route: '_shop/products.$id', path: '/products/{product}' },
  { name: 'cart', title: 'Cart', route: '_shop/wishlist', path: '/wishlist' },
  { name: 'checkout', title: 'Checkout', route: '_shop/checkout', path: '/checkout', as: 'customer' },
  {
    name: 'orders',
    title: 'Orders of a customer',
    route: '_shop/orders.index',
    path: '/orders',
    as: 'customer',
  },
  { name: 'order', title: 'An order', route: '_shop/orders.$id', path: '/orders/{order}', as: 'customer' },
  { name: 'sign-in', title: 'Sign in', route: '_shop/auth', path: '/auth' },
  { name: 'account', title: 'Account', route: '_shop/account.index', path: '/account', as: 'customer' },
  {
    name: 'account-security',
    title: 'Sign-in and security',
    route: '_shop/account.security',
    path: '/account/security',
    as: 'customer',
  },
  { name: 'about', title: 'About', route: '_shop/about', path: '/about' },
  { name: 'contact', title: 'Contact', route: '_shop/contact', path: '/contact' },
  { name: 'not-found', title: 'An unknown URL', route: '_shop/$', path: '/no-such-page' },
];

export const ADMIN_SCREENS: readonly Screen[] = [
  { name: 'admin-sign-in', title: 'Sign in', route: 'admin/login', path: '/admin/login', as: 'visitor' },
  {
    name: 'dashboard',
    title: 'Dashboard',
    route: 'admin/_layout/dashboard',
    path: '/admin/dashboard',
    as: 'super',
  },
  { name: 'admin-orders', title: 'Orders', route: 'admin/_layout/orders.index', path: '/admin/orders' },
  {
    name: 'admin-order',
    title: 'An order',
    route: 'admin/_layout/orders.$id',
    path: '/admin/orders/{order}',
  },
  {
    name: 'check-message',
    title: 'Check a message',
    route: 'admin/_layout/orders.check',
    path: '/admin/orders/check',
  },
  {
    name: 'print',
    title: 'Print orders',
    route: 'admin/_layout/orders.print',
    path: '/admin/orders/print?orders={order}',
  },
  {
    name: 'customer',
    title: 'A customer',
    route: 'admin/_layout/customers.$id',
    path: '/admin/customers/{customer}',
  },
  {
    name: 'admin-products',
    title: 'Products',
    route: 'admin/_layout/products.index',
    path: '/admin/products',
  },
  {
    name: 'admin-product',
    title: 'A product',
    route: 'admin/_layout/products.$id',
    path: '/admin/products/{product}',
  },
  {
    name: 'new-product',
    title: 'A new product, and the import',
    route: 'admin/_layout/products.create',
    path: '/admin/products/create',
  },
  { name: 'categories', title: 'Categories', route: 'admin/_layout/categories', path: '/admin/categories' },
  {
    name: 'promotions',
    title: 'Promotions',
    route: 'admin/_layout/promotions.index',
    path: '/admin/promotions',
  },
  {
    name: 'calendar',
    title: 'Calendar',
    route: 'admin/_layout/promotions.calendar',
    path: '/admin/promotions/calendar',
  },
  {
    name: 'slides',
    title: 'Slides of the home page',
    route: 'admin/_layout/hero-slides',
    path: '/admin/hero-slides',
  },
  { name: 'messages', title: 'Messages', route: 'admin/_layout/messages', path: '/admin/messages' },
  {
    name: 'link-preview',
    title: 'Link preview',
    route: 'admin/_layout/link-preview',
    path: '/admin/link-preview',
  },
  { name: 'searches', title: 'Searches', route: 'admin/_layout/searches', path: '/admin/searches' },
  { name: 'history', title: 'History', route: 'admin/_layout/history.index', path: '/admin/history' },
  { name: 'change', title: 'A change', route: 'admin/_layout/history.$id', path: '/admin/history/{set}' },
  { name: 'users', title: 'Users', route: 'admin/_layout/users', path: '/admin/users', as: 'super' },
  {
    name: 'audit-log',
    title: 'Audit log',
    route: 'admin/_layout/audit-log',
    path: '/admin/audit-log',
    as: 'super',
  },
  { name: 'doctor', title: 'Doctor', route: 'admin/_layout/doctor', path: '/admin/doctor', as: 'super' },
  {
    name: 'api-keys',
    title: 'API keys',
    route: 'admin/_layout/api-keys',
    path: '/admin/api-keys',
    as: 'super',
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    route: 'admin/_layout/webhooks.index',
    path: '/admin/webhooks',
    as: 'super',
  },
  { name: 'mail', title: 'Mail', route: 'admin/_layout/mail', path: '/admin/mail', as: 'super' },
];

/** Routes without a screen of their own, with the reason. */
export const NO_SCREEN: Readonly<Record<string, string>> = {
  '_shop/cart': 'redirects to /wishlist',
  '_shop/shell': 'of the service worker, at the URLs of other pages',
  'admin/index': 'redirects to the dashboard',
  'admin/journal': 'redirects to the audit log',
  'admin/_layout/webhooks.$id': 'a webhook with its deliveries; the demo store has none',
  'admin/_layout/$': 'as an unknown URL of the shop',
  'dev/components': 'tools/gallery, in the demo only',
};
