import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { AccessLost } from '#db/access-lost.ts';
import { createLog } from '#platform/log.ts';
import type { Caller } from '#shared/caller.ts';
import type { Errors } from '#shared/errors.ts';
import { raises, raisesWith, route } from '#shared/route.ts';
import { RateLimited } from '../limits/limits.ts';
import { QueueFull } from '../work-queue.ts';
import { gated, type RequestContext, serve } from './gate.ts';

const contract = {
  read: route('visitor', 'read').route({ method: 'GET' }).output(z.string()),
  write: route('user', 'write', { signedOut: 'sign' })
    .errors({ ...raises('CONFLICT'), ...raisesWith('STATUS_CHANGED', z.object({ status: z.string() })) })
    .input(z.function().optional())
    .output(z.string()),
};

function calls(raise: (errors: Errors<'CONFLICT', { STATUS_CHANGED: { status: string } }>) => Error) {
  const os = gated(contract);
  const router = {
    read: os.read.handler(() => 'read'),
    write: os.write.handler(({ errors }) => {
      throw raise(errors);
    }),
  };
  const responseHeaders = new Headers();
  const context = (caller: Caller): RequestContext => ({
    requestId: '1',
    ipAddress: '',
    headers: new Headers(),
    responseHeaders,
    log: createLog('silent'),
    findCaller: async () => caller,
  });
  const failure = (caller: Caller = { userId: 'u', role: 'user' }) =>
    createRouterClient(router, { context: context(caller) })
      .write()
      .catch((error: object) => JSON.parse(JSON.stringify(error)));
  return { failure, responseHeaders };
}

test('the sign-in refusal uses the text for signed-out users', async () => {
  expect(await calls(() => new Error()).failure(null)).toMatchObject({
    code: 'SIGN_IN_REQUIRED',
    message: 'User must be authenticated to sign',
    defined: true,
  });
});

test('a declared error has its status, its text with the data, and the data', async () => {
  const { failure } = calls((errors) => errors.CONFLICT({ data: { field: 'code' } }));
  expect(await failure()).toEqual({
    defined: true,
    code: 'CONFLICT',
    status: 409,
    message: 'Code is already in use.',
    data: { action: 'write', field: 'code' },
  });
});

test('an error that passes the types undeclared reveals nothing', async () => {
  const { failure } = calls((errors) => (errors as unknown as Errors<'LAST_ITEM'>).LAST_ITEM());
  expect(await failure()).toMatchObject({ code: 'UNEXPECTED', status: 500, data: { reference: '1' } });
});

test('a rate limit and a full queue are answered by every operation', async () => {
  const limited = calls(() => new RateLimited(90));
  expect(await limited.failure()).toMatchObject({ code: 'RATE_LIMITED', status: 429, data: { seconds: 90 } });
  expect(limited.responseHeaders.get('retry-after')).toBe('90');
  expect(await calls(() => new QueueFull()).failure()).toMatchObject({ code: 'BUSY', status: 503 });
});

test('a role that is lost after the access check is a refusal, not a fault', async () => {
  expect(await calls(() => new AccessLost()).failure()).toMatchObject({
    code: 'NO_PERMISSION',
    message: 'You do not have permission to write',
  });
});

test('HIST-02 the summary of a change follows from the input and the currency of the shop', async () => {
  const priced = {
    lower: route('admin', 'lower prices', {
      change: ({ by }: { by: number }, currency) => `Lowered {products} by ${by} ${currency}`,
    })
      .input(z.object({ by: z.number() }))
      .output(z.string()),
  };
  const router = {
    lower: gated(priced).lower.handler(({ context }) => context.user.change?.().summary ?? ''),
  };
  const context: RequestContext = {
    requestId: '1',
    ipAddress: '',
    headers: new Headers(),
    responseHeaders: new Headers(),
    log: createLog('silent'),
    currency: 'GHS',
    findCaller: async () => ({ userId: 'u', role: 'admin' }),
  };
  expect(await createRouterClient(router, { context }).lower({ by: 5 })).toBe('Lowered {products} by 5 GHS');
});

test('types: access, user and errors follow from the contract', () => {
  const os = gated(contract);
  os.write.handler(({ context, errors }) => {
    context.user satisfies { userId: string };
    // @ts-expect-error the contract of this operation does not declare NOT_FOUND
    errors.NOT_FOUND satisfies object;
    // @ts-expect-error the contract says which data this error has
    errors.STATUS_CHANGED({ data: { state: 'pending' } });
    // @ts-expect-error a service may not raise more than its operation declares
    errors satisfies Errors<'CONFLICT' | 'LAST_ITEM'>;
    return errors.CONFLICT.name;
  });
  os.read.handler(({ context }) => {
    // @ts-expect-error visitors may call this operation, so it has no user
    return context.user.userId;
  });
  gated({ all: route('public', 'read').output(z.string()) }).all.handler(({ context }) => {
    // @ts-expect-error a public operation answers everyone alike, so it cannot look at who calls
    context.findCaller satisfies object;
    // @ts-expect-error nor at their headers
    context.headers satisfies object;
    // @ts-expect-error nor at their IP address
    return context.ipAddress;
  });
  // @ts-expect-error the access is declared once
  contract.read.meta({ access: 'admin', action: 'read' });
  expect(contract.write['~orpc'].meta).toEqual({ access: 'user', action: 'write', signedOut: 'sign' });
});

test('a service is called with its input, its user and the declared errors; other functions are not served', async () => {
  const services = {
    write: (deps: { name: string }, _: unknown, call: { user: { userId: string }; errors: object }) =>
      `${deps.name} ${call.user.userId} ${'CONFLICT' in call.errors}`,
    helper: () => 'helper',
  };
  const router = serve(gated(contract), { name: 'deps' }, services);
  expect(Object.keys(router)).toEqual(['write']);
  const context: RequestContext = {
    requestId: '1',
    ipAddress: '',
    headers: new Headers(),
    responseHeaders: new Headers(),
    log: createLog('silent'),
    findCaller: async () => ({ userId: 'ada', role: 'user' }),
  };
  expect(await createRouterClient(router, { context }).write()).toBe('deps ada true');
});
