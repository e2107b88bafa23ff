import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { createIsomorphicFn } from '@tanstack/react-start';
import type { Api } from '#routes/-api.ts';
import type { CallContext } from '#shared/call-context.ts';
import { currentScriptMark, pageApi } from '../server/page-api.server.ts';

/** Of use to the back office alone, so it comes when it is used. */
async function upload(request: Request, onProgress: (fraction: number) => void): Promise<Response> {
  const { sendWithProgress } = await import('./send-with-progress.ts');
  return sendWithProgress(request, onProgress);
}

/**
 * The typed client: while a page is rendered on the server it calls the router in the same process, as
 * a visitor (pages are the same for everybody); in the browser it speaks HTTP.
 */
export const createApi = createIsomorphicFn()
  .server((): Api => pageApi())
  .client(
    (): Api =>
      createORPCClient(
        new RPCLink<CallContext>({
          url: () => `${window.location.origin}/api/rpc`,
          // 'Continue to WhatsApp' opens another application over this one: what it notes has to arrive all the same.
          fetch: async (request, init, { context }, path) => {
            const answer = context?.onProgress
              ? await upload(request, context.onProgress)
              : await fetch(request, { ...init, keepalive: path.join('.') === 'orders.markOpened' });
            // The sign-in page of a hotel's network, the 'bad gateway' of a proxy: not the shop, which sends JSON.
            if (answer.headers.get('content-type')?.startsWith('text/html')) {
              throw new TypeError('The network answered in the place of the shop');
            }
            return answer;
          },
        }),
      ),
  );

/** The nonce of the scripts that the renderer writes: platform/csp/marked-scripts.ts. Unknown to the browser. */
export const scriptMark = createIsomorphicFn()
  .server((): string | undefined => currentScriptMark())
  .client((): string | undefined => undefined);
