// Import rules: which part of src/ may import which. A folder that is not listed here is a violation, so a
// new one is covered from the start.

/** The location of a file. `part` is a row of the table below, such as 'domain ui'. */
export type Place = { path: string; folder: string; part: Part; domain?: string; isTest: boolean };

type Part = keyof typeof mayImport;

const client = ['domain core', 'domain ui', 'design', 'shared'] as const;

/** Part → the parts it may import. Its own is always allowed, unless noted below. */
const mayImport = {
  brand: [],
  // Only src/app/cli imports it.
  'demo store': [],
  // Only src/routes/dev imports it.
  gallery: ['design', 'shared'],
  shared: [],
  design: ['shared'],
  db: ['shared'],
  platform: ['db', 'shared'],
  'domain core': ['shared'],
  'domain repository': ['db', 'domain core', 'shared'],
  'domain server': ['domain repository', 'platform', 'domain core', 'shared'],
  'domain ui': ['domain core', 'design', 'shared'],
  'domain ui/admin': client,
  routes: client,
  'routes/admin': ['routes', 'domain ui/admin', ...client],
  app: [
    ...['shared', 'design', 'db', 'platform', 'routes', 'routes/admin'],
    ...['domain core', 'domain repository', 'domain server', 'domain ui', 'domain ui/admin'],
  ],
} as const satisfies Record<string, readonly string[]>;

/** Domain → the domains it depends on. There are no cycles. */
const dependsOn: Record<string, readonly string[]> = {
  'api-keys': ['accounts'],
  webhooks: ['accounts'],
  catalog: ['promotions', 'history'],
  wishlist: ['catalog', 'promotions'],
  orders: ['catalog', 'promotions', 'wishlist', 'notifications'],
  users: ['accounts'],
  promotions: ['history'],
  content: ['history', 'calendar'],
  calendar: ['promotions'],
  contact: [],
  accounts: [],
  mail: [],
  backups: [],
  doctor: [],
  history: [],
  notifications: ['accounts'],
  presence: [],
  'saved-filters': [],
  search: ['catalog', 'orders', 'promotions'],
  agents: ['catalog', 'promotions', 'wishlist'],
};

/** Domain → the areas that a large one is divided into; each has server/ and ui/ of its own. */
const areas: Record<string, readonly string[]> = {
  catalog: ['products', 'categories', 'images', 'import', 'assignment', 'feeds', 'searches'],
  orders: ['submission', 'message', 'follow-up', 'status', 'timeline', 'list', 'sales', 'customers'],
};

/** File names that could contain any code. */
const empty = /(^|[-.])(utils?|helpers?|misc|common|types)([-.]|$)/;

/** The location of a file under src/, demo-store/ or tools/gallery/, or a sentence that says why it has none. */
export function placeOf(path: string): Place | string {
  const [top, folder = '', ...rest] = path.split('/');
  const file = rest.at(-1) ?? folder;
  if (empty.test(file.replace(/\.[^.]*$/, ''))) return `the name ${file} does not describe its content`;
  const isTest = /\.(test|db\.test)\.tsx?$/.test(file);
  if (top === 'demo-store') return { path, folder: top, part: 'demo store', isTest };
  if (top === 'tools') return { path, folder: 'gallery', part: 'gallery', isTest };
  if (folder === 'domains') return placeInDomain(path, rest, isTest);
  if (folder === 'routes')
    return { path, folder, part: rest[0] === 'admin' ? 'routes/admin' : 'routes', isTest };
  if (folder in mayImport && rest.length > 0) return { path, folder, part: folder as Part, isTest };
  return `src/${folder} is not a known folder (tools/import-law.ts)`;
}

function placeInDomain(path: string, [domain = '', ...below]: string[], isTest: boolean): Place | string {
  if (!(domain in dependsOn)) return `${domain} is not a known domain (tools/import-law.ts)`;
  const place = (part: Part): Place => ({ path, folder: `domains/${domain}`, part, domain, isTest });
  const [folder = '', ...rest] = areas[domain]?.includes(below[0] ?? '') ? below.slice(1) : below;
  if (rest.length === 0) return place('domain core');
  if (folder === 'server') return place(/\.repository\./.test(path) ? 'domain repository' : 'domain server');
  if (folder === 'ui') return place(rest[0] === 'admin' && rest.length > 1 ? 'domain ui/admin' : 'domain ui');
  return `a domain has server/, ui/ and ui/admin/, not ${folder}/`;
}

/** Why `from` may not import `to` (a location, or a package's name); undefined when it may. */
export function whyForbidden(from: Place, to: Place | string): string | undefined {
  if (typeof to === 'string') return whyNotPackage(from, to);
  if (to.part === 'app' && from.part !== 'app') return 'app may not be imported';
  if (to.isTest) return 'tests may not be imported';
  if (to.part === 'demo store' && from.path.startsWith('src/app/cli/')) return undefined;
  if (to.part === 'gallery' && from.path.startsWith('src/routes/dev/')) return undefined;
  if (isAcross(from, to)) {
    if (!dependsOn[from.domain ?? '']?.includes(to.domain ?? ''))
      return `${from.domain} does not depend on ${to.domain}`;
    if (to.part === 'domain repository') return 'a repository may only be imported by its own domain';
    if (to.part === from.part) return undefined;
  }
  if (from.isTest && isForTests(from, to)) return undefined;
  // A use case opens the transaction of its repositories but does not access tables.
  if (from.part === 'domain server' && to.path === 'src/db/client.ts') return undefined;
  const allowed: readonly string[] = mayImport[from.part];
  // Texts, colours and places of the shop: constants that every part may show.
  if (to.part === 'brand') return undefined;
  if (from.part === to.part || allowed.includes(to.part)) return undefined;
  return `${from.part} may import ${[from.part, ...allowed].join(', ')}`;
}

function isAcross(from: Place, to: Place): boolean {
  return from.domain !== undefined && to.domain !== undefined && from.domain !== to.domain;
}

/** A test may import all of its own domain, and a real database. */
function isForTests(from: Place, to: Place): boolean {
  return (
    (from.domain !== undefined && from.domain === to.domain) || to.folder === 'db' || to.folder === 'platform'
  );
}

function whyNotPackage(from: Place, name: string): string | undefined {
  if (from.isTest || !/^(drizzle-orm|pg|pg-boss)($|\/)/.test(name)) return undefined;
  if (['domain repository', 'db', 'platform'].includes(from.part)) return undefined;
  return 'SQL and the ORM are allowed only in *.repository.ts, db and platform';
}
