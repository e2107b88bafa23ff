import { createFileRoute, notFound } from '@tanstack/react-router';
import { Gallery } from '#gallery/gallery.tsx';
import { NotFound } from '../-frame/not-found.tsx';

/** Every component of design/ in its states, in the demonstration only. */
export const Route = createFileRoute('/dev/components')({
  loader: async ({ context }) => {
    const { demo } = await context.api.shop.info();
    if (!demo) throw notFound();
  },
  head: () => ({ meta: [{ title: 'Components' }, { name: 'robots', content: 'noindex' }] }),
  component: Gallery,
  notFoundComponent: NotFound,
});
