import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { expect, type TestContext } from 'vitest';
import { UCP_OPERATIONS, type UcpOperationName } from '#domains/agents/ucp.contract.ts';
import type { UcpMessage } from '#domains/agents/ucp-answer.ts';
import { catalogRouter } from '#domains/catalog/server/router.ts';
import { contextOf, createFixture } from '#domains/catalog/server/test-catalog.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log.ts';
import type { ShopInfo } from '#shared/shop.ts';
import { forEveryRequest } from './every-request.ts';
import type { RequestVariables } from './request-variables.ts';
import {
  mcpProblems,
  NO_UCP_SCHEMAS,
  refusalProblems,
  restProblems,
  takeUnvalidated,
} from './test-ucp-schemas.ts';
import { ucp } from './ucp.ts';

// Fixture for the tests of the Universal Commerce Protocol: an agent that asks a shop with a catalogue of its own. Each
// answer is validated by the published schemas, where they are present.

export const ORIGIN = 'https://shop.test';
export const NETWORK = '192.0.2.1';
const shop = { name: 'Aso House', publicUrl: ORIGIN, currency: 'NGN', timeZone: 'Africa/Lagos' } as ShopInfo;

export interface Answer {
  ucp: { status: string };
  id: string;
  status?: string;
  line_items: { id: string; item: { title: string; price: number }; quantity: number }[];
  totals: { type: string; amount: number }[];
  messages?: UcpMessage[];
  continue_url: string;
  products: {
    id: string;
    title: string;
    url: string;
    price_range: { min: { amount: number } };
    variants: Variant[];
  }[];
  product: Answer['products'][number];
  pagination: { has_next_page: boolean; cursor?: string; total_count?: number };
}
interface Variant {
  id: string;
  price: { amount: number; currency: string };
  list_price?: { amount: number };
  availability: { available: boolean };
  inputs?: unknown[];
}

export type Agent = Awaited<ReturnType<typeof openAgent>>;

/** Creates the fixture; `reset` empties its database, `close` drops it. */
export async function openAgent() {
  const fixture = await createFixture();
  const database = fixture.database;
  const limits = createLimits(database.web);
  const log = createLog('silent');
  let app = openApp();

  function openApp() {
    const opened = new Hono<{ Variables: RequestVariables; Bindings: { address: string } }>();
    const config = { PUBLIC_URL: ORIGIN, TRUSTED_PROXIES: [] };
    opened.use(forEveryRequest({ config, log }));
    const router = { catalog: catalogRouter(fixture.deps) } as never;
    opened.route('/', ucp({ router, visitor: () => contextOf(), database, limits, shop, log }));
    return opened;
  }
  const request = async (path: string, init?: RequestInit) => app.request(path, init, { address: NETWORK });

  /** An operation by REST. */
  async function rest(
    name: UcpOperationName,
    { id = '', body, key }: { id?: string; body?: unknown; key?: string } = {},
  ): Promise<Answer & { http: number }> {
    const { method, path } = UCP_OPERATIONS[name];
    const response = await request(`/ucp/v1${path.replace(':id', encodeURIComponent(id))}`, {
      method,
      headers: {
        'ucp-agent': 'profile="https://agent.test/.well-known/ucp"',
        'request-id': randomUUID(),
        ...(key && { 'idempotency-key': key }),
      },
      ...(method !== 'GET' && body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    const problems = response.status < 300 ? restProblems(name, answer) : refusalProblems(answer);
    expect(problems, JSON.stringify(answer)).toBe('');
    return { ...answer, http: response.status };
  }

  /** A message of MCP; without an id it is a notification. */
  async function rpc(method: string, params?: object, id: number | null = 1) {
    const response = await request('/ucp/mcp', {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', ...(id !== null && { id }), method, ...(params && { params }) }),
    });
    return { status: response.status, body: response.status === 202 ? null : await response.json() };
  }

  /** An operation by MCP. */
  async function mcp(name: string, given: object): Promise<Answer> {
    const { body } = await rpc('tools/call', {
      name,
      arguments: { meta: { 'ucp-agent': { profile: 'https://agent.test/p' } }, ...given },
    });
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text' }] } });
    const { structuredContent, content } = body.result;
    expect(mcpProblems(name, structuredContent), JSON.stringify(structuredContent)).toBe('');
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    return structuredContent;
  }

  return {
    fixture,
    rest,
    rpc,
    mcp,
    request,
    async reset() {
      await fixture.reset();
      await fixture.owner.query('truncate limits, agent_sessions, agent_requests');
      // With caches of its own, because nothing notifies it.
      app = openApp();
    },
    close: fixture.close,
  };
}

/** After each test: one whose answers could not be validated has not passed. */
export function skipUnvalidated({ skip, task }: TestContext) {
  if (takeUnvalidated() && task.result?.state !== 'fail') skip(NO_UCP_SCHEMAS);
}

/** Validates an error of JSON-RPC 2.0: these members and no others, and what REST would have answered as its data. */
export function expectRpcError(body: unknown, id: string | number | null, code: number) {
  expect(body).toEqual({
    jsonrpc: '2.0',
    id,
    error: { code, message: expect.stringMatching(/./), data: expect.any(Object) },
  });
  expect(refusalProblems((body as { error: { data: unknown } }).error.data)).toBe('');
}

export const items = (...ids: string[]) => ({ line_items: ids.map((id) => ({ item: { id }, quantity: 1 })) });
export const codes = (answer: Answer) => (answer.messages ?? []).map(({ code }) => code);
export const total = (answer: Answer) => answer.totals.find(({ type }) => type === 'total')?.amount;
export const titles = (answer: Answer) => answer.products.map(({ title }) => title);
