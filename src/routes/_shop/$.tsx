import { createFileRoute, notFound } from '@tanstack/react-router';
import { NotFound } from '../-frame/not-found.tsx';

/** Every unknown URL: 404, inside the shop's frame. */
export const Route = createFileRoute('/_shop/$')({
  loader: () => {
    throw notFound();
  },
  head: () => ({ meta: [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }] }),
  notFoundComponent: NotFound,
});
