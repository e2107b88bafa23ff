import { createIsomorphicFn } from '@tanstack/react-start';
import type { Api } from '#routes/-api.ts';
import { PURPOSE, REFETCH } from '#shared/call-context.ts';
import { isPageSaved } from '#shared/data-saver.ts';
import { isPreviewing, type Preview, previewAt } from '#shared/preview.ts';
import { currentDataSaver, currentPreview, currentScriptMark, pageApi } from '../server/page-api.server.ts';
import { PUBLIC_OPERATIONS } from './public-operations.ts';
import { createRpcClient } from './rpc-client.ts';
import { timeLimitOf, withTimeLimit } from './time-limit.ts';

/** The status of every answer below an expired preview link. */
const PREVIEW_ENDED = 410;

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
      createRpcClient({
        base: previewAt(window.location.pathname)?.path ?? '',
        isGet: (operation) => PUBLIC_OPERATIONS.has(operation),
        // 'Continue to WhatsApp' opens another application over this page: the request must still arrive.
        send: async (request, { path, context }) => {
          if (context.isRefetch) request.headers.set(PURPOSE, REFETCH);
          const answer = context.onProgress
            ? await upload(request, context.onProgress)
            : await fetch(request, {
                keepalive: path.join('.') === 'orders.markOpened',
                signal: withTimeLimit(request.signal, timeLimitOf(window.location.pathname)),
              });
          // A captive portal or a proxy's 'bad gateway' page, not the shop, which sends JSON.
          if (answer.headers.get('content-type')?.startsWith('text/html')) {
            throw new TypeError('The network answered in the place of the shop');
          }
          // The server says so with a page.
          if (isPreviewing() && answer.status === PREVIEW_ENDED) window.location.reload();
          return answer;
        },
      }),
  );

/** The nonce of the scripts that the renderer writes: platform/csp/marked-scripts.ts. Undefined in the browser. */
export const scriptMark = createIsomorphicFn()
  .server((): string | undefined => currentScriptMark())
  .client((): string | undefined => undefined);

/** The preview that the page is a part of. */
export const previewHere = createIsomorphicFn()
  .server((): Preview | null => currentPreview() ?? null)
  .client((): Preview | null => previewAt(window.location.pathname));

/** Whether the page was rendered with the data saver. */
export const dataSaverHere = createIsomorphicFn()
  .server((): boolean => currentDataSaver())
  .client((): boolean => isPageSaved());
