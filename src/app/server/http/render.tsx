import type { AnyRouter } from '@tanstack/react-router';
import { getSsrStatus, transformReadableStreamWithRouter } from '@tanstack/react-router/ssr/server';
import { createStartHandler, StartServer } from '@tanstack/react-start/server';
import { renderToString } from 'react-dom/server';
import { handOverDocument } from '../page-api.server.ts';
import type { Render } from './pages.ts';

/** The document with the data of its page, as bytes: as text it would be put together and read once more. */
async function documentOf(router: AnyRouter, html: string): Promise<Buffer> {
  const source = new ReadableStream<string>({
    start(controller) {
      controller.enqueue('<!DOCTYPE html>');
      controller.enqueue(html);
      controller.close();
    },
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of transformReadableStreamWithRouter(router, source)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Renders a page; its routes and components are loaded with this file. The document is handed over beside the response:
 * as its body it would be read back through one more stream.
 */
export const render: Render = createStartHandler(async ({ router, responseHeaders }) => {
  try {
    const html = renderToString(<StartServer router={router} />);
    handOverDocument(await documentOf(router, html));
    return new Response(null, { status: getSsrStatus(router), headers: responseHeaders });
  } finally {
    router.serverSsr?.cleanup();
  }
});
