import type { Caller } from '#shared/caller.ts';
import { createLog } from '../log.ts';
import type { RequestContext } from './gate.ts';

/** The context of a call by this caller, except for `more`. */
export const testContext = (caller: Caller, more: Partial<RequestContext> = {}): RequestContext => ({
  requestId: 'test',
  ipAddress: '192.0.2.1',
  headers: new Headers(),
  responseHeaders: new Headers(),
  log: createLog('silent'),
  findCaller: async () => caller,
  ...more,
});
