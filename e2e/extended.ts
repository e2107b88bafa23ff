type Row = readonly [file: string, lines: readonly string[] | null, reason: string];

const SHARED_ERROR = 'one component shows this on every screen; the tests of orders and products stay';
const SHARED_CONFLICT = 'one hook does this for every form; the tests of products and orders stay';
const SHARED_TABLE = 'one table component does this on every screen; the tests of orders stay';
const LOWER = 'unit and database tests decide the rule; this one shows it in the browser too';
const LOOKS = 'appearance in a further state, size or colour scheme';
const SHARED_GALLERY = 'the screens that use the component show it as well';
const OWN_PROCESS = 'starts another process of the shop, or measures one';
const RARE = 'a rare state of network or browser, in code that rarely changes';
const BY_KEYBOARD = 'each of these screens is tested by touch or mouse, and each component by keyboard';

/**
 * The end-to-end tests that only `npm run test:all` runs, with the reason, by file and the beginning of their titles
 * (null: the whole file). Inner titles are separated by a space. SHORT_TESTS leaves them out (playwright.config.ts).
 */
const rows: readonly Row[] = [
  [
    'admin/bulk-columns',
    ['columns with other names', 'a file is read with or without BOM', 'IMP-02 an export without'],
    LOWER,
  ],
  ['admin/bulk-errors', ['invalid rows are downloaded', 'IMP-04 the wrong rows', 'a missing column'], LOWER],
  ['admin/bulk-errors', ['ADM-CSV-05 ADM-CSV-06', 'ERR-41 rows that only', 'when a file cannot'], LOWER],
  ['admin/bulk-large', null, OWN_PROCESS],
  ['admin/bulk-upload', ['ADM-CSV-11', 'a file can be dropped'], LOWER],
  ['admin/calendar', ['CAL-01 days that matter are changed and deleted by the keyboard'], BY_KEYBOARD],
  ['admin/categories', ['OPEN-56 a duplicate'], LOWER],
  [
    'admin/categories-failing',
    ['ERR-28 a switch', 'ERR-28 a failed save', 'ADM-CAT-02 a form is sent once'],
    SHARED_ERROR,
  ],
  ['admin/categories-order', ['ERR-27 a category'], SHARED_ERROR],
  ['admin/categories-order', ['OPEN-60 when two', 'ADM-CAT-03 saving over'], SHARED_CONFLICT],
  ['admin/categories-order', ['OPEN-60 moves made', 'OPEN-60 an arrow key'], RARE],
  [
    'admin/dashboard',
    ['ADM-DASH-09 ERR-19 the newest', 'ADM-DASH-09 ERR-19 the numbers of products'],
    SHARED_ERROR,
  ],
  ['admin/dashboard', ['ADM-DASH-09 ERR-19 the people'], SHARED_ERROR],
  ['admin/doctor', ['DOCTOR-01 on a desktop'], BY_KEYBOARD],
  ['admin/doctor-settings', null, OWN_PROCESS],
  ['admin/history', ['HIST-05 the toasts of switches'], LOWER],
  ['admin/history', ['HIST-07 every form'], SHARED_ERROR],
  ['admin/images', ['OPEN-28 ERR-37', 'an order of outdated', 'moves made faster'], SHARED_ERROR],
  ['admin/images-upload', ['images are uploaded two', 'on a slow connection', 'images can be dropped'], RARE],
  ['admin/images-upload', ['a truncated image', 'a lost response', 'a product has at most'], LOWER],
  ['admin/keyboard-alone', null, BY_KEYBOARD],
  ['admin/layout', ['an unknown URL', 'ADM-LAYOUT-05 ADM-LAYOUT-06 ADM-LAYOUT-07 the menu of admin'], RARE],
  ['admin/lists-on-phones', ['ten orders are', 'ten rows of', 'a single page', 'an order is printed'], LOOKS],
  [
    'admin/lists-on-phones',
    ['held-back rows', 'changes made in this tab', 'no row moves while the focus'],
    RARE,
  ],
  [
    'admin/login',
    ['ADM-LOGIN-06', 'ADM-LOGIN-08 ADM-LOGIN-10', 'PERM-06 a user who', 'ERR-06 a correct'],
    RARE,
  ],
  ['admin/mail', null, LOWER],
  ['admin/messages', ['an opened message is read', 'a failed list', 'ten messages a page'], SHARED_TABLE],
  [
    'admin/offline',
    ['another screen', 'the scripts of', 'scripts are not', 'in the shop too', 'lists load their'],
    RARE,
  ],
  ['admin/orders', ['an older response', 'each filter shows'], LOWER],
  [
    'admin/orders-detail',
    ['without a phone number', 'items of an order', 'another admin has removed', 'leaving an unsaved'],
    LOWER,
  ],
  ['admin/orders-errors', ['the list shows skeletons', 'an order that fails'], SHARED_ERROR],
  [
    'admin/orders-together',
    ['OPEN-07 offers a choice: Take', 'the confirmation appears', 'OPEN-22 a signed-in'],
    SHARED_CONFLICT,
  ],
  ['admin/presence', ['COLLAB-01 COLLAB-02 words'], LOWER],
  ['admin/presence', ['COLLAB-02 OPEN-07 in a dialog'], SHARED_CONFLICT],
  ['admin/product-actions', ['BULK-02 HIST-05 each action'], LOWER],
  ['admin/products', ['OPEN-56 with many', 'an older response', 'the order is in the URL'], SHARED_TABLE],
  ['admin/products-form', ['ADM-PROD-19', 'a product deleted'], SHARED_ERROR],
  ['admin/products-form', ['a file that is not', 'ADM-PROD-15 OPEN-63'], LOWER],
  ['admin/products-together', ['one of two prices'], SHARED_CONFLICT],
  ['admin/promotions', ['ADM-PROMO-12 keeps'], SHARED_ERROR],
  ['admin/promotions', ['OPEN-65 OPEN-66'], SHARED_TABLE],
  ['admin/promotions-assign', ['ERR-53 CALLS-20', 'ERR-52', 'a selection above'], SHARED_ERROR],
  ['admin/promotions-assign', ['OPEN-49', 'all matches are'], LOWER],
  ['admin/promotions-form', ['a new promotion whose', 'saving over another'], SHARED_CONFLICT],
  ['admin/promotions-products', ['ERR-52'], SHARED_ERROR],
  ['admin/saved-filters', ['BULK-04 filters of the history'], SHARED_TABLE],
  ['admin/selection', ['BULK-02 selected orders are exported'], LOWER],
  ['admin/slides', ['ADM-SLIDE-07 a file'], SHARED_ERROR],
  ['admin/slides-order', ['ERR-33 an image', 'ERR-33 OPEN-20', 'ERR-33 each action'], SHARED_ERROR],
  ['admin/slides-order', ['RULES-23 when two', 'ADM-SLIDE-03 saving'], SHARED_CONFLICT],
  ['admin/staff-notes', ['DESK-06 a note is written once'], RARE],
  ['admin/users', ['ten a page', 'the role is set as'], SHARED_TABLE],
  [
    'admin/users-refused',
    ['ERR-24 a list', 'an admin who signs in', 'a user who cancels', 'an expired session'],
    SHARED_ERROR,
  ],
  ['admin/webhooks', ['AGENT-02 a test that fails'], LOWER],
  ['axe-pages', ['dark'], LOOKS],
  ['captcha', null, OWN_PROCESS],
  ['cart', ['CART-04 a cart of fifty'], LOWER],
  ['cart-storage', ['CART-08 with full', 'CART-08 without access'], RARE],
  ['checkout', ['PERM-02 ERR-20', 'CHECKOUT-14'], LOWER],
  ['contact', ['CONTACT-05', 'CONTACT-08', 'CONTACT-07'], LOWER],
  [
    'components',
    ["'Open a", "'Ask", "'Save", 'the toasts', 'a menu', 'a dialog with nothing'],
    SHARED_GALLERY,
  ],
  ['content-security-policy', ['a control character in promotion', 'a control character in category'], LOWER],
  ['dark', ['LAYOUT-02 /products', 'LAYOUT-02 /contact'], LOOKS],
  ['detail-head', ['DETAIL-01 another price', 'LIST-07'], LOWER],
  ['failure-pages', null, OWN_PROCESS],
  ['frame-looks', ['LAYOUT-06 the header', 'HOME-07', 'LAYOUT-14'], LOOKS],
  ['home-carousel', ['HOME-02 with reduced', 'HOME-05 a single'], RARE],
  ['home-carousel', ['HOME-01 a title of any length'], LOOKS],
  ['http/memory', null, OWN_PROCESS],
  ['http/preview-days', ['CAL-02 for 30 days', 'CAL-02 the pages of a preview'], OWN_PROCESS],
  ['http/shutdown', null, OWN_PROCESS],
  ['http/two-processes', ['the nightly backup', 'a limit counts'], OWN_PROCESS],
  ['http/uploads-memory', null, OWN_PROCESS],
  ['list', ['more than twenty', 'OPEN-56 a renamed', 'LIST-06 an unknown'], LOWER],
  ['list-for-everybody', ['dark'], LOOKS],
  ['list-states', ['LIST-10', 'LIST-02 LIST-03'], RARE],
  [
    'live',
    ['OPEN-68 users who save', 'OPEN-68 without a free', 'OPEN-68 shop pages', 'OPEN-68 nothing moves'],
    RARE,
  ],
  ['live-admin', ['OPEN-68 a message appears', 'OPEN-68 another admin'], LOWER],
  ['live-tabs', ['OPEN-68 there is no stream', 'OPEN-68 the stream has'], LOWER],
  ['long-words', null, LOOKS],
  ['map', ['LAYOUT-17 a missing', 'LAYOUT-15 address', 'LAYOUT-17 users'], RARE],
  ['money-glyphs', ['CONST-01 OPEN-02'], LOOKS],
  ['navigation', ['LAYOUT-01 a file that stays'], RARE],
  ['not-found', ['LAYOUT-05 /about/us', 'LAYOUT-05 /Products', 'LAYOUT-05 a malformed'], LOWER],
  [
    'offline-orders',
    [
      'OFF-03 an order submitted offline in two',
      'OFF-03 an order that a full',
      'OFF-03 a queue that another',
      'OFF-03 on a link that has',
    ],
    RARE,
  ],
  ['offline-pages', ['OFF-01 after two seconds', 'OFF-01 a worker whose'], RARE],
  ['offline-releases', ['OFF-01 after a release', 'OFF-01 SERVICE_WORKER=off'], OWN_PROCESS],
  ['order-idempotency', ['CHECKOUT-07 CALLS-24', 'CHECKOUT-07 another body'], LOWER],
  ['order-idempotency', ['when the response was lost CHECKOUT-09 on a silent link'], RARE],
  ['order-notes', ['PERM-05', 'a note changed elsewhere'], LOWER],
  ['orders', ['ORDERS-15', 'OPEN-22'], LOWER],
  ['passkeys', ['AUTH-06 a passkey that'], RARE],
  ['phone-sign-in', ['OPEN-37 a browser that reads'], RARE],
  [
    'popup',
    [
      'HOME-13 HOME-14 a promotion with no',
      'HOME-13 HOME-14 a promotion with its',
      'OPEN-47 RULES-08 banner and popup share one draw: OLDER',
    ],
    LOWER,
  ],
  ['promotion-price', ['OPEN-05 the server', 'RULES-04 OPEN-05', 'RULES-08 OPEN-47'], LOWER],
  ['registration', ['AUTH-20 the link', 'AUTH-20 an altered'], LOWER],
  ['search', ['RULES-11 wildcards', 'RULES-12', 'RULES-10 a search', 'RULES-10 ten', 'LIST-12'], LOWER],
  ['sign-in-proof', ['typing during hydration', 'the dialog above'], RARE],
  [
    'sign-in-proof',
    ['after many wrong passwords the browser solves a proof of work on the back office'],
    LOWER,
  ],
  ['single-sign-on', ['a shop account with', 'cancelling at'], LOWER],
  [
    'slow-navigation',
    ['LAYOUT-03 from /products', 'LAYOUT-03 from /contact', 'LAYOUT-03 Back', 'LIST-09'],
    RARE,
  ],
  ['stale-notice', null, OWN_PROCESS],
  ['two-processes', null, OWN_PROCESS],
  ['two-factor', ['OPEN-38 a backup code', 'CALLS-09 CALLS-13 OPEN-38', 'OPEN-37 OPEN-38'], LOWER],
  ['word-spaces', null, LOOKS],
  ['without-script', ['DETAIL-09', 'LIST-02'], LOWER],
];

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * Matches these tests by file and title, as Playwright's `grepInvert` sees them. A row whose test was renamed matches
 * nothing, and the test runs in `npm test` until the row is.
 */
export const extended: readonly RegExp[] = rows.map(
  ([file, titles]) =>
    new RegExp(`(^| )${escaped(file)}\\.spec\\.ts${titles ? `.* (${titles.map(escaped).join('|')})` : ''}`),
);

/** Files whose untagged tests run at both sizes in `npm test` too: their subject is the layout at each size. */
export const atBothSizes: readonly RegExp[] = [
  ...['layout', 'pages-open', 'admin/layout', 'frame-looks', 'home'],
].map((file) => new RegExp(`(^| )${escaped(file)}\\.spec\\.ts`));
