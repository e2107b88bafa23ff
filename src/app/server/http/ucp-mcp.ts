import { z } from 'zod';
import type { UcpRequest } from '#domains/agents/server/ucp.service.ts';
import { UCP_OPERATIONS, type UcpOperation, type UcpOperationName } from '#domains/agents/ucp.contract.ts';
import type { UcpAnswer } from '#domains/agents/ucp-answer.ts';

/**
 * The revisions of the Model Context Protocol that the shop speaks, newest first. Those before have batches or another
 * transport.
 */
const MCP_VERSIONS = ['2025-11-25', '2025-06-18'];

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
/** Of the protocol: refusals that are not about the parameters. */
const REFUSED = -32000;

const message = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.number()]).optional(),
  method: z.string().max(200),
  params: z.record(z.string(), z.unknown()).optional(),
});

const call = z.object({
  name: z.string().max(200),
  arguments: z
    .looseObject({
      id: z.string().max(200).optional(),
      meta: z
        .object({
          'ucp-agent': z.object({ profile: z.string().max(2000) }).optional(),
          'idempotency-key': z.string().max(255).optional(),
        })
        .optional(),
    })
    .default({}),
});

/** What an operation answers, in the terms of both bindings. */
export interface Outcome {
  /** The HTTP status of a refusal; 200 for what the protocol calls a business outcome. */
  status: number;
  body: UcpAnswer;
  /** Seconds until another attempt may succeed. */
  retryAfter?: number;
}

export type RunOperation = (name: UcpOperationName, request: UcpRequest) => Promise<Outcome>;

interface McpDeps {
  run: RunOperation;
  shopName: string;
  /** The revision that the client names in the header MCP-Protocol-Version. */
  version: string | undefined;
}

/** The answer to one JSON-RPC message of MCP over HTTP, without sessions or streams. */
export async function mcpAnswer(json: unknown, { run, shopName, version }: McpDeps): Promise<Response> {
  if (version !== undefined && !MCP_VERSIONS.includes(version)) {
    const text = `The revisions of MCP here are ${MCP_VERSIONS.join(' and ')}.`;
    return failure(idOf(json), INVALID_REQUEST, text, { status: 400 });
  }
  const parsed = message.safeParse(json);
  if (!parsed.success) {
    return failure(null, INVALID_REQUEST, 'Expected one JSON-RPC 2.0 message.', { status: 400 });
  }
  const { id, method, params } = parsed.data;
  // Notifications are not answered.
  if (id === undefined) return new Response(null, { status: 202 });
  switch (method) {
    case 'initialize': {
      const requested = String(params?.protocolVersion);
      return result(id, {
        protocolVersion: MCP_VERSIONS.includes(requested) ? requested : MCP_VERSIONS[0],
        capabilities: { tools: {} },
        serverInfo: { name: shopName, version: '1.0.0' },
        instructions:
          'Search the products of the shop, make a cart or checkout of them, and give the buyer its continue_url: they send the order themselves. Amounts are in minor units.',
      });
    }
    case 'ping':
      return result(id, {});
    case 'tools/list':
      return result(id, { tools: TOOLS });
    case 'tools/call':
      return callTool(id, params, run);
    default:
      return failure(id, METHOD_NOT_FOUND, `There is no method ${method}.`);
  }
}

async function callTool(id: string | number, params: unknown, run: RunOperation): Promise<Response> {
  const parsed = call.safeParse(params);
  if (!parsed.success) return failure(id, INVALID_PARAMS, z.prettifyError(parsed.error));
  const { name, arguments: given } = parsed.data;
  if (!Object.hasOwn(UCP_OPERATIONS, name)) return failure(id, INVALID_PARAMS, `There is no tool ${name}.`);
  const operation: UcpOperation = UCP_OPERATIONS[name as UcpOperationName];
  if (operation.path.includes(':id') && given.id === undefined) {
    return failure(id, INVALID_PARAMS, 'The argument id is missing.');
  }
  const outcome = await run(name as UcpOperationName, {
    id: given.id,
    body: operation.argument && given[operation.argument],
    idempotencyKey: given.meta?.['idempotency-key'],
    agent: given.meta?.['ucp-agent']?.profile,
  });
  const { status, body } = outcome;
  if (status === 200) {
    return result(id, { structuredContent: body, content: [{ type: 'text', text: JSON.stringify(body) }] });
  }
  return status === 400 ? failure(id, INVALID_PARAMS, textOf(body), { body }) : mcpRefusal(outcome, id);
}

const textOf = ({ messages }: UcpAnswer) => messages?.[0]?.content ?? '';

/** A refusal that is not about the parameters, with its HTTP status. */
export const mcpRefusal = (outcome: Outcome, id: string | number | null = null): Response =>
  failure(id, REFUSED, textOf(outcome.body), outcome);

/** The answer to a body that is no JSON. */
export const mcpParseError = (): Response =>
  failure(null, PARSE_ERROR, 'The body is not JSON.', { status: 400 });

/** The id of a JSON-RPC message; null if it has none. */
export const idOf = (json: unknown): string | number | null =>
  message.pick({ id: true }).safeParse(json).data?.id ?? null;

const result = (id: string | number, value: object) =>
  Response.json({ jsonrpc: '2.0', id, result: value }, { headers: { 'cache-control': 'no-store' } });

/** `data` of the error is the answer that REST would have given. */
const failure = (
  id: string | number | null,
  code: number,
  text: string,
  { status = 200, body, retryAfter }: Partial<Outcome> = {},
) =>
  Response.json(
    { jsonrpc: '2.0', id, error: { code, message: text, ...(body && { data: body }) } },
    {
      status,
      headers: {
        'cache-control': 'no-store',
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      },
    },
  );

/** The schema of a body, as a model reads it. */
function schemaOf(body: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(body, { io: 'input' });
  return schema;
}

const AGENT = {
  type: 'object',
  properties: { profile: { type: 'string', description: 'The URL of the agent’s profile.' } },
  required: ['profile'],
};
const KEY = { type: 'string', description: 'The same key does the same once, also when it is sent again.' };

const TOOLS = (Object.entries(UCP_OPERATIONS) as [string, UcpOperation][]).map(
  ([name, { summary, argument, body, path, method }]) => {
    const hasId = path.includes(':id');
    const meta = {
      type: 'object',
      properties: { 'ucp-agent': AGENT, ...(method !== 'GET' && { 'idempotency-key': KEY }) },
    };
    return {
      name,
      description: summary,
      inputSchema: {
        type: 'object',
        properties: {
          meta,
          ...(hasId && { id: { type: 'string' } }),
          ...(argument && { [argument]: schemaOf(body) }),
        },
        required: [
          ...(hasId ? ['id'] : []),
          ...(argument && !body.safeParse(undefined).success ? [argument] : []),
        ],
      },
    };
  },
);
