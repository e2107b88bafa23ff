import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { createIsomorphicFn } from '@tanstack/react-start';
import type { Api } from '#routes/-api.ts';
import { pageApi } from './page-api.server.ts';

/**
 * The typed client: while a page is rendered on the server it calls the router in the same process, as
 * a visitor (pages are the same for everybody); in the browser it speaks HTTP.
 */
export const createApi = createIsomorphicFn()
  .server((): Api => pageApi())
  .client(
    (): Api =>
      createORPCClient(
        new RPCLink({
          url: () => `${window.location.origin}/api/rpc`,
          // 'Continue to WhatsApp' opens another application over this one: what it notes has to arrive all the same.
          fetch: async (request, init, _options, path) => {
            const answer = await fetch(request, {
              ...init,
              keepalive: path.join('.') === 'orders.markOpened',
            });
            // The sign-in page of a hotel's network, the 'bad gateway' of a proxy: not the shop, which sends JSON.
            if (answer.headers.get('content-type')?.startsWith('text/html')) {
              throw new TypeError('The network answered in the place of the shop');
            }
            return answer;
          },
        }),
      ),
  );
