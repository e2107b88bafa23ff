import { errorAnswer, errorMessage } from '#domains/agents/ucp-answer.ts';
import { ERRORS, textOf } from '#shared/errors.ts';
import { mcpRefusal, type Outcome } from './ucp-mcp.ts';

// Refusals of the Universal Commerce Protocol in the form of the binding that was called.

export const MCP_PATH = '/ucp/mcp';

/** Whether a URL's path is one of the protocol, but its public profile. */
export const isUcpPath = (path: string): boolean => path.startsWith('/ucp/');

export const refused = (status: number, code: string, content: string, retryAfter?: number): Outcome => ({
  status,
  body: errorAnswer([errorMessage(code.toLowerCase(), content)]),
  retryAfter,
});

/** An answer by REST. */
export const restAnswer = ({ status, body, retryAfter }: Outcome): Response =>
  Response.json(body, {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
  });

/** A refusal by either binding; `id` is that of the message, where it is known. */
export const refusalAnswer = (path: string, outcome: Outcome, id?: string | number | null): Response =>
  path === MCP_PATH ? mcpRefusal(outcome, id) : restAnswer(outcome);

/** The answer to a write from a page of another site. */
export const foreignWriteAnswer = (path: string): Response =>
  refusalAnswer(
    path,
    refused(ERRORS.NOT_ALLOWED_FROM.status, 'NOT_ALLOWED_FROM', textOf('NOT_ALLOWED_FROM')),
  );
