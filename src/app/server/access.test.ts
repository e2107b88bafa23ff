import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import type { OperationMeta } from '#shared/route.ts';
import { PUBLIC_OPERATIONS } from '../client/public-operations.ts';
import { contract } from './contract.ts';
import { tagsOf } from './reads.ts';

interface Operation {
  path: string;
  access: string;
  action: string;
  rest: string;
}

function operationsIn(part: unknown, path: string[] = []): Operation[] {
  if (isContractProcedure(part)) {
    const { meta, route } = part['~orpc'] as {
      meta: OperationMeta;
      route: { method?: string; path?: string };
    };
    return [
      {
        path: path.join('.'),
        access: meta.access,
        action: meta.signedOut ? `${meta.action} (signed out: ${meta.signedOut})` : meta.action,
        rest: `${route.method} ${route.path}`,
      },
    ];
  }
  return Object.entries(part as object).flatMap(([name, inner]) => operationsIn(inner, [...path, name]));
}

const operations = operationsIn(contract);

/** The permission document: which role may call which operation. A new operation changes it, visibly in review. */
test('OPEN-17 OPEN-18 every operation declares the role it requires', async () => {
  expect(operations.every(({ access, action }) => access && action)).toBe(true);
  const width = (pick: (operation: Operation) => string) =>
    Math.max(...operations.map((one) => pick(one).length));
  const [a, b, c] = [width((o) => o.path), width((o) => o.access), width((o) => o.rest)];
  const table = operations
    .map(
      ({ path, access, rest, action }) =>
        `${path.padEnd(a)}  ${access.padEnd(b)}  ${rest.padEnd(c)}  ${action}`,
    )
    .sort()
    .join('\n');
  await expect(`${table}\n`).toMatchFileSnapshot('../../../docs/access.txt');
});

test('CALLS-02 OPEN-21 every operation has one URL in the documented API', () => {
  const paths = operations.map(({ rest }) => rest);
  expect(paths.every((path) => /^(GET|POST|PUT|PATCH|DELETE) \/[\w/{}-]+$/.test(path))).toBe(true);
  expect(new Set(paths).size).toBe(paths.length);
});

test('the browser sends exactly the public operations by GET, and each has tags that invalidate it', () => {
  const isPublic = operations.filter(({ access }) => access === 'public').map(({ path }) => path);
  expect([...PUBLIC_OPERATIONS].sort()).toEqual(isPublic.sort());
  for (const path of isPublic) expect(tagsOf(path.split('.'), {}), path).toBeInstanceOf(Array);
});
