import { expect, test } from 'vitest';
import { specifiersIn, violationsIn } from './boundaries.ts';

/** The violations when the file at `path` imports `specifier`. */
function violationsFor(path: string, specifier: string): string[] {
  return violationsIn(new Map([[path, `import { x } from '${specifier}';\n`]]));
}

const d = 'src/domains';

test.each([
  ['src/shared/money.ts', './dates.ts'],
  ['src/design/price.tsx', '#shared/money.ts'],
  ['src/platform/rpc/gate.ts', '#db/client.ts'],
  [`${d}/catalog/server/product.repository.ts`, 'drizzle-orm'],
  [`${d}/catalog/server/product.repository.ts`, '#db/schema/catalog.ts'],
  [`${d}/catalog/server/product.service.ts`, './product.repository.ts'],
  [`${d}/catalog/server/product.service.ts`, '#platform/images/variants.ts'],
  [`${d}/catalog/server/product.service.ts`, '#domains/promotions/server/promotion.service.ts'],
  [`${d}/catalog/ui/product-card.tsx`, '#domains/promotions/ui/promotion-badge.tsx'],
  [`${d}/orders/price-order.ts`, '#domains/promotions/price.ts'],
  [`${d}/catalog/ui/admin/products-table.tsx`, '../product-card.tsx'],
  ['src/routes/_shop/products.index.tsx', '#domains/catalog/products/ui/product-card.tsx'],
  ['src/routes/admin/products.tsx', '#domains/catalog/ui/admin/products-table.tsx'],
  ['src/routes/__root.tsx', '../app/styles.css?url'],
  ['src/app/server/app-router.ts', '#domains/catalog/server/router.ts'],
  ['src/app/cli/start.ts', '#platform/postgres/start-postgres.ts'],
  ['src/app/cli/demo-store.ts', '#demo-store/products.ts'],
  ['demo-store/products.ts', './products/cloth.ts'],
  ['src/routes/dev/components.tsx', '#gallery/gallery.tsx'],
  ['tools/gallery/gallery.tsx', '#design/toaster.tsx'],
  ['demo-store/images.test.ts', 'sharp'],
  [`${d}/orders/server/order.service.db.test.ts`, '#platform/postgres/test-database.ts'],
  [`${d}/orders/server/order.service.db.test.ts`, 'pg'],
  [`${d}/catalog/ui/product-card.tsx`, 'react'],
])('%s may import %s', (path, specifier) => {
  expect(violationsFor(path, specifier)).toEqual([]);
});

test.each([
  ['src/shared/money.ts', '#design/price.tsx', 'shared may import shared'],
  ['src/app/server/server.ts', '#demo-store/products.ts', 'app may import'],
  ['src/db/seed/insert-rows.ts', '#demo-store/products.ts', 'db may import db, shared'],
  ['src/routes/_shop/index.tsx', '#gallery/gallery.tsx', 'routes may import'],
  ['tools/gallery/gallery.tsx', '#domains/orders/contract.ts', 'gallery may import gallery, design, shared'],
  [`${d}/catalog/server/x.db.test.ts`, '../../../../demo-store/products.ts', 'across folders'],
  ['demo-store/products.ts', '#shared/money.ts', 'demo store may import demo store'],
  ['src/shared/money.ts', '#db/client.ts', 'shared may import shared'],
  ['src/design/price.tsx', '#domains/catalog/contract.ts', 'design may import design, shared'],
  ['src/db/client.ts', '#platform/config/config.ts', 'db may import db, shared'],
  ['src/platform/rpc/gate.ts', '#domains/orders/contract.ts', 'platform may import'],
  [`${d}/catalog/contract.ts`, './server/product.service.ts', 'domain core may import'],
  [`${d}/catalog/contract.ts`, '#platform/log.ts', 'domain core may import'],
  [`${d}/catalog/ui/product-card.tsx`, '../server/router.ts', 'domain ui may import'],
  [`${d}/catalog/ui/product-card.tsx`, './admin/products-table.tsx', 'domain ui may import'],
  [`${d}/catalog/ui/product-card.tsx`, '#db/schema/catalog.ts', 'domain ui may import'],
  [`${d}/catalog/server/product.service.ts`, '#db/schema/catalog.ts', 'domain server may import'],
  [`${d}/catalog/server/product.service.ts`, 'drizzle-orm', 'SQL and the ORM'],
  ['src/routes/_shop/index.tsx', 'pg', 'SQL and the ORM'],
  [`${d}/catalog/server/product.repository.ts`, '#platform/log.ts', 'domain repository may import'],
  [
    `${d}/catalog/server/product.repository.ts`,
    '#domains/promotions/server/promotion.repository.ts',
    'own domain',
  ],
  [`${d}/promotions/price.ts`, '#domains/catalog/contract.ts', 'promotions does not depend on catalog'],
  [`${d}/accounts/ui/menu.tsx`, '#domains/users/contract.ts', 'accounts does not depend on users'],
  [`${d}/content/ui/hero.tsx`, '#domains/catalog/contract.ts', 'content does not depend on catalog'],
  [`${d}/users/x.db.test.ts`, '#domains/orders/contract.ts', 'users does not depend on orders'],
  ['src/routes/_shop/index.tsx', '#domains/catalog/ui/admin/products-table.tsx', 'routes may import'],
  ['src/routes/_shop/index.tsx', '#domains/catalog/server/router.ts', 'routes may import'],
  ['src/routes/admin/products.tsx', '#platform/log.ts', 'routes/admin may import'],
  ['src/routes/_shop/index.tsx', '#app/client/link.ts', 'app may not be imported'],
  ['src/platform/log.ts', '#app/cli/start.ts', 'app may not be imported'],
  ['src/shared/money.ts', '../design/price.tsx', 'import it as #design/price.tsx'],
  ['src/shared/money.ts', '../../tools/start.ts', 'src may not import from outside'],
  ['src/app/cli/start.ts', '#shared/money.test.ts', 'tests may not be imported'],
])('%s may not import %s', (path, specifier, rule) => {
  expect(violationsFor(path, specifier)).toEqual([expect.stringContaining(`may not import ${specifier} (`)]);
  expect(violationsFor(path, specifier)[0]).toContain(rule);
});

test.each([
  ['src/services/x.ts', 'not a known folder'],
  ['src/loose.ts', 'not a known folder'],
  [`${d}/payments/contract.ts`, 'not a known domain'],
  [`${d}/catalog/hooks/x.ts`, 'a domain has server/, ui/ and ui/admin/'],
  ['src/shared/utils.ts', 'does not describe'],
  [`${d}/catalog/ui/card-helpers.tsx`, 'does not describe'],
  ['src/platform/common.ts', 'does not describe'],
])('%s is an unknown location', (path, rule) => {
  expect(violationsIn(new Map([[path, '']]))).toEqual([expect.stringContaining(rule)]);
});

test('finds every import syntax, but none in comments', () => {
  const text = `
    import 'a';
    import b, { type B } from "b";
    import type { C } from 'c';
    import {
      d,
    } from 'd';
    export * from 'e';
    export { f } from './f.ts';
    // import x from 'x';
    /** import y from 'y' */
    const g = await import('g');
    const url = 'https://example.com';
    const lazy = () => import(/* later */ './h.ts');
    export const said = 'from here';
  `;
  expect(specifiersIn(text).sort()).toEqual(['./f.ts', './h.ts', 'a', 'b', 'c', 'd', 'e', 'g']);
});
