import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { createIsomorphicFn } from '@tanstack/react-start';
import type { Api } from '#routes/-api.ts';
import type { CallContext } from '#shared/call-context.ts';
import { CHANGE_SETS_HEADER, noteChangeSets } from '#shared/change-sets.ts';
import { currentScriptMark, pageApi } from '../server/page-api.server.ts';
import { PUBLIC_OPERATIONS } from './public-operations.ts';

/** Only the admin pages use it, so it is loaded on demand. */
async function upload(request: Request, onProgress: (fraction: number) => void): Promise<Response> {
  const { sendWithProgress } = await import('./send-with-progress.ts');
  return sendWithProgress(request, onProgress);
}

/**
 * The typed client: during server rendering it calls the router in the same process as a visitor (pages are the same
 * for everyone); in the browser it uses HTTP.
 */
export const createApi = createIsomorphicFn()
  .server((): Api => pageApi())
  .client(
    (): Api =>
      createORPCClient(
        new RPCLink<CallContext & { changeSets?: string[] }>({
          url: () => `${window.location.origin}/api/rpc`,
          method: (_options, path) => (PUBLIC_OPERATIONS.has(path.join('.')) ? 'GET' : 'POST'),
          interceptors: [
            async ({ next, ...call }) => {
              const changeSets: string[] = [];
              const output = await next({ ...call, context: { ...call.context, changeSets } });
              noteChangeSets(output, changeSets);
              return output;
            },
          ],
          // 'Continue to WhatsApp' opens another application over this page: the request must still arrive.
          fetch: async (request, init, { context }, path) => {
            const answer = context?.onProgress
              ? await upload(request, context.onProgress)
              : await fetch(request, { ...init, keepalive: path.join('.') === 'orders.markOpened' });
            // A captive portal or a proxy's 'bad gateway' page, not the shop, which sends JSON.
            if (answer.headers.get('content-type')?.startsWith('text/html')) {
              throw new TypeError('The network answered in the place of the shop');
            }
            const made = answer.headers.get(CHANGE_SETS_HEADER);
            if (made) context?.changeSets?.push(...made.split(','));
            return answer;
          },
        }),
      ),
  );

/** The nonce of the scripts that the renderer writes: platform/csp/marked-scripts.ts. Undefined in the browser. */
export const scriptMark = createIsomorphicFn()
  .server((): string | undefined => currentScriptMark())
  .client((): string | undefined => undefined);
