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
  writes: boolean;
  change: OperationMeta['change'];
  /** A value of this type is answered; undefined for no declared answer. */
  answer: string | undefined;
}

function operationsIn(part: unknown, path: string[] = []): Operation[] {
  if (isContractProcedure(part)) {
    const { meta, route, outputSchema } = part['~orpc'] as {
      meta: OperationMeta;
      outputSchema?: { _zod: { def: { type: string } } };
      route: { method?: string; path?: string };
    };
    return [
      {
        path: path.join('.'),
        access: meta.access,
        action: `${meta.action}${meta.signedOut ? ` (signed out: ${meta.signedOut})` : ''}${meta.scope ? ` (API key: ${meta.scope})` : ''}`,
        rest: `${route.method} ${route.path}`,
        writes: meta.writes ?? route.method !== 'GET',
        change: meta.change,
        answer: outputSchema?._zod.def.type,
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

test('HIST-05 an operation with a summary answers an object or an array, by which its toast finds the change set', () => {
  const answers = operations.filter(({ change }) => change).map(({ path, answer }) => [path, answer]);
  expect(answers.length).toBeGreaterThan(25);
  expect(answers.filter(([, answer]) => answer !== 'object' && answer !== 'array')).toEqual([]);
});

/** Operations of the staff that change nothing of what the history records. */
const UNRECORDED: Record<string, string> = {
  'apiKeys.createKey': 'who may call; the list says by whom',
  'apiKeys.revokeKey': 'a revoked key never returns',
  'catalog.cancelImport': 'only prevents an import',
  'mail.sendAgain': 'the queue of emails',
  'orders.remindCustomer': 'an event of the order; what was sent cannot be undone',
  'push.saveStaffSubscription': 'what users want to hear of in their own browsers',
  'savedFilters.deleteFilter': 'how staff look at lists',
  'savedFilters.saveFilter': 'how staff look at lists',
  'webhooks.createWebhook': 'in the audit log',
  'webhooks.deleteWebhook': 'in the audit log',
  'webhooks.rotateSecret': 'in the audit log',
  'webhooks.sendDeliveryAgain': 'the queue of deliveries',
  'webhooks.sendTest': 'the queue of deliveries',
  'webhooks.setActive': 'whether other programs hear of changes',
  'webhooks.updateWebhook': 'in the audit log',
};

test('HIST-02 every operation with which staff write has a summary for the history, or a reason for none', () => {
  const without = operations.filter(
    ({ access, writes, change }) => access.endsWith('admin') && writes && !change,
  );
  expect(without.map(({ path }) => path).sort()).toEqual(Object.keys(UNRECORDED).sort());
  const summaries = operations.flatMap(({ change }) =>
    change === undefined
      ? []
      : typeof change === 'string'
        ? change
        : change({ status: 'pending', role: 'admin', dueDay: null } as never, 'NGN'),
  );
  for (const summary of summaries) {
    expect(
      summary.replace(/\{(products|categories|promotions|slides|days|synonyms|messages|orders|users)\}/g, ''),
    ).toMatch(/^[A-Z][^{}]*$/);
  }
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
