import { getSsrStatus, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server';
import { createStartHandler, StartServer } from '@tanstack/react-start/server';
import { renderToString } from 'react-dom/server';
import { handOverDocument } from '../page-api.server.ts';
import type { Render } from './pages.ts';

/**
 * Renders a page; its routes and components are loaded with this file. The document is handed over as text: as the body
 * of a response it would be encoded and read back, a tenth of the time of a page.
 */
export const render: Render = createStartHandler(async ({ router, responseHeaders }) => {
  try {
    const html = renderToString(<StartServer router={router} />);
    handOverDocument(await transformHtmlStringWithRouter(router, html));
    return new Response(null, { status: getSsrStatus(router), headers: responseHeaders });
  } finally {
    router.serverSsr?.cleanup();
  }
});
