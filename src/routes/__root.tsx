import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ShopProvider } from '#shared/shop-context.tsx';
import styles from '../app/styles.css?url';
import type { Api } from './-api.ts';

export const Route = createRootRouteWithContext<{ api: Api; queryClient: QueryClient }>()({
  loader: ({ context }) => context.api.shop.info(),
  staleTime: Number.POSITIVE_INFINITY,
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/site.webmanifest' },
    ],
  }),
  shellComponent: Document,
  component: Root,
});

function Root() {
  return (
    <ShopProvider shop={Route.useLoaderData()}>
      <Outlet />
    </ShopProvider>
  );
}

function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en-NG">
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}
