import { createFileRoute, Navigate } from '@tanstack/react-router';
import { categoriesQuery } from '#domains/catalog/products/ui/product.queries.ts';

/**
 * The frame of the shop with what most of its pages read, and without a page in it. The service worker answers with it for
 * a page that it does not have: the browser's router puts the page at that URL into it, from the reads that are stored.
 */
export const Route = createFileRoute('/_shop/shell')({
  ssr: 'data-only',
  headers: () => ({ 'x-robots-tag': 'noindex' }),
  // Too small for a script of its own.
  codeSplitGroupings: [],
  loader: async ({ context: { api, queryClient } }) => {
    await queryClient.query({ ...categoriesQuery(api), staleTime: 'static' });
  },
  // At its own URL.
  component: () => <Navigate to="/" replace />,
});
