import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  redirect,
  Scripts,
  useRouter,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LOCALE } from '#brand/locale.ts';
import { PAGE, TEXT_FONT } from '#brand/look.ts';
import styles from '#design/styles.css?url';
import { DATA_SAVER_ATTRIBUTE, DataSaverOfPage } from '#shared/data-saver.ts';
import { setMoneyExample } from '#shared/money.ts';
import { isInPreview, type Preview } from '#shared/preview.ts';
import { ShopProvider } from '#shared/shop-context.tsx';
import type { Api } from './-api.ts';
import { NotFound } from './-frame/not-found.tsx';
import { OfflineNotice } from './-frame/offline-notice.tsx';
import { PageError } from './-frame/page-error.tsx';
import { RouteAnnouncer } from './-frame/route-announcer.tsx';
import { StaleNoticeSlot } from './-frame/stale-notice-slot.tsx';
import { StaleTab } from './-frame/stale-tab.tsx';
import { ToasterSlot } from './-frame/toaster-slot.tsx';

export const Route = createRootRouteWithContext<{
  api: Api;
  queryClient: QueryClient;
  /** Null in the shop of today. */
  preview: Preview | null;
  /** Whether the page was rendered with small images. */
  dataSaver: boolean;
}>()({
  beforeLoad: ({ context: { preview }, location: { pathname, href } }) => {
    // An account or a checkout is not a part of previews: the shop of today is loaded.
    if (preview && !isInPreview(pathname)) throw redirect({ href, reloadDocument: true });
  },
  loader: ({ context }) => context.api.shop.info(),
  staleTime: Number.POSITIVE_INFINITY,
  head: ({ loaderData, match, matches }) => {
    // The head of the root is the first to run: before any amount is formatted.
    if (loaderData) setMoneyExample(loaderData.currency, loaderData.moneyExample);
    return {
      meta: [
        ...(match.context.preview ? [{ name: 'robots', content: 'noindex, nofollow' }] : []),
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
        { name: 'theme-color', content: PAGE.light, media: '(prefers-color-scheme: light)' },
        { name: 'theme-color', content: PAGE.dark, media: '(prefers-color-scheme: dark)' },
      ],
      links: [
        {
          rel: 'preload',
          href: `/fonts/${TEXT_FONT.file}`,
          as: 'font',
          type: 'font/woff2',
          crossOrigin: 'anonymous',
        },
        { rel: 'stylesheet', href: styles },
        { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
        { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
        {
          rel: 'manifest',
          // Staff install the back office as an application of its own.
          href: matches.some(({ routeId }: { routeId: string }) => routeId === '/admin')
            ? '/admin.webmanifest'
            : '/site.webmanifest',
        },
      ],
    };
  },
  shellComponent: Document,
  component: Root,
  // Rendered here without a frame.
  errorComponent: (failure) => (
    <main id="main" tabIndex={-1}>
      <PageError {...failure} />
    </main>
  ),
  notFoundComponent: () => (
    <main id="main" tabIndex={-1}>
      <NotFound />
    </main>
  ),
});

function Root() {
  return (
    <ShopProvider shop={Route.useLoaderData()}>
      <DataSaverOfPage value={Route.useRouteContext({ select: ({ dataSaver }) => dataSaver })}>
        <Outlet />
      </DataSaverOfPage>
    </ShopProvider>
  );
}

/** Made once: the document is rendered at each navigation, and these parts follow what they depend on by themselves. */
const AFTER_PAGE = (
  <>
    <OfflineNotice />
    <RouteAnnouncer />
    <StaleTab />
    <ToasterSlot />
    <Scripts />
  </>
);

function Document({ children }: { children: ReactNode }) {
  const { dataSaver } = useRouter().options.context as { dataSaver: boolean };
  return (
    <html lang={LOCALE} {...{ [DATA_SAVER_ATTRIBUTE]: dataSaver ? 'on' : undefined }}>
      <head>
        <HeadContent />
      </head>
      <body>
        <a
          href="#main"
          className="fixed top-3 left-3 z-50 -translate-y-24 rounded-sm bg-card px-4 py-3 font-semibold focus:translate-y-0"
        >
          Skip to content
        </a>
        <StaleNoticeSlot />
        {children}
        {AFTER_PAGE}
      </body>
    </html>
  );
}
