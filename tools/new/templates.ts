import { camel, kebab, pascal, title, words } from './names.ts';

// The text of each new file. Small on purpose: what a template has, someone must delete.

/** The contract entry of an operation. */
export const contractEntry = (
  domain: string,
  operation: string,
): string => `  ${operation}: route('admin', '${words(operation)}', { change: '${title(operation)}' })
    .route({ method: 'POST', path: '/admin/${domain}/${kebab(operation)}', summary: '${title(operation)}' })
    .input(z.object({ id }))
    .output(z.object({ done: z.boolean() })),
`;

/** The entry of an operation in a router; `deps` is an expression with the database. */
export const routerEntry = (domain: string, operation: string, deps = 'deps'): string =>
  `    ...serve(gated(${camel(domain)}Contract), ${deps}, { ${operation} }),
`;

export const contractFile = (domain: string, operation: string): string => `import { z } from 'zod';
import { route } from '#shared/route.ts';
import { id } from '#shared/shapes.ts';

export const ${camel(domain)}Contract = {
${contractEntry(domain, operation)}};
`;

export const routerFile = (
  domain: string,
  operation: string,
): string => `import type { Database } from '#db/client.ts';
import { gated, serve } from '#platform/rpc/gate.ts';
import { ${camel(domain)}Contract } from '../contract.ts';
import { ${operation} } from './${kebab(operation)}.ts';

export function ${camel(domain)}Router(deps: { database: Pick<Database, 'asCaller'> }) {
  return {
${routerEntry(domain, operation)}  };
}
`;

export const repositoryFile = (operation: string): string => `import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';

// A new table needs a migration with ENABLE ROW LEVEL SECURITY, a policy for each command that aso_web may run, and a
// row in rows-per-role.db.test.ts, which writes docs/rows.txt. Columns that a request may not choose are set by a
// trigger. Replace the statement below by one on the table.

/** False if there is no such row, or the policies hide it from the caller. */
export async function ${operation}Row(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql\`SELECT \${id}::uuid IS NULL AS found\`);
  return rows[0]?.found ?? false;
}
`;

export const serviceFile = (
  domain: string,
  operation: string,
): string => `import type { Database } from '#db/client.ts';
import type { Service } from '#platform/rpc/gate.ts';
import type { ${camel(domain)}Contract } from '../contract.ts';
import { ${operation}Row } from './${kebab(operation)}.repository.ts';

/** ${title(operation)}; \`done\` is false if there is nothing with this id. */
export const ${operation}: Service<
  (typeof ${camel(domain)}Contract)['${operation}'],
  { database: Pick<Database, 'asCaller'> }
> = async ({ database }, { id }, { user }) => {
  const done = await database.asCaller(user, (tx) => ${operation}Row(tx, id));
  return { done };
};
`;

/** Calls the operation through the gate, on a database of its own. */
export const operationTest = (
  domain: string,
  operation: string,
): string => `import { createRouterClient } from '@orpc/server';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { gated, serve } from '#platform/rpc/gate.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Role } from '#shared/caller.ts';
import { ${camel(domain)}Contract } from '../contract.ts';
import { ${operation} } from './${kebab(operation)}.ts';

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase());
});
afterAll(() => close());

const callAs = (role: Role) => {
  const router = serve(gated(${camel(domain)}Contract), { database }, { ${operation} });
  const context = testContext({ userId: uuidv7(), role });
  return createRouterClient(router, { context }).${operation}({ id: uuidv7() });
};

test('${words(operation)}: an unknown id changes nothing', async () => {
  expect(await callAs('admin')).toEqual({ done: false });
});

test('${words(operation)}: a customer is refused', async () => {
  await expect(callAs('user')).rejects.toMatchObject({ code: 'NO_PERMISSION' });
});
`;

export const screenFile = (screen: string): string => `import { PackageOpen } from 'lucide-react';
import { EmptyState } from '#design/empty-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';

/** The screen '${title(screen)}' of the back office. */
export function ${pascal(screen)}Screen() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading title="${title(screen)}" />
      <EmptyState icon={<PackageOpen />} title="Nothing here yet">
        Say what appears here, and how it gets here.
      </EmptyState>
    </div>
  );
}
`;

export const screenTest = (
  screen: string,
): string => `import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ${pascal(screen)}Screen } from './${screen}-screen.tsx';

test('the screen has its heading and says why it is empty', () => {
  const html = renderToStaticMarkup(<${pascal(screen)}Screen />);
  expect(html).toMatch(/<h1[^>]*>${title(screen)}</);
  expect(html).toContain('Nothing here yet');
});
`;

export const routeFile = (
  domain: string,
  screen: string,
): string => `import { createFileRoute } from '@tanstack/react-router';
import { ${pascal(screen)}Screen } from '#domains/${domain}/ui/admin/${screen}-screen.tsx';
import { adminHead } from '../-admin-head.ts';

export const Route = createFileRoute('/admin/_layout/${screen}')({
  head: adminHead('${title(screen)}'),
  component: ${pascal(screen)}Screen,
});
`;
