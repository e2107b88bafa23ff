import { QueryClient } from '@tanstack/react-query';
import { createRouter, useRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { type ReactNode, useEffect } from 'react';
import { leaveDocument } from '#design/of-document.ts';
import '#shared/script-policies.ts';
import { PageError } from '#routes/-frame/page-error.tsx';
import { PagePending } from '#routes/-frame/page-pending.tsx';
import { afterPaint } from '#shared/after-paint.ts';
import { ApiProvider } from '#shared/api.tsx';
import { cleanText } from '#shared/clean-text.ts';
import { pathWithin } from '#shared/preview.ts';
import { SHELL_ATTRIBUTE } from '#shared/shell.ts';
import { createApi, dataSaverHere, previewHere, scriptMark } from './link.ts';
import { routeTree } from './routeTree.gen.ts';

/**
 * How long data counts as fresh, ms. Data delivered with the page counts from when the page was opened: a cached page
 * may be ten minutes old, and must not trigger a second read at once.
 */
const freshFor = ({ state }: { state: { dataUpdatedAt: number } }): number =>
  60_000 + Math.max(0, performance.timeOrigin - state.dataUpdatedAt);

/** Wait for a page's script or data until its pending page is shown, ms. */
const PENDING_MS = 20;

export function getRouter() {
  const api = createApi();
  const preview = previewHere();
  const dataSaver = dataSaverHere();
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Live events and writes invalidate it earlier.
        staleTime: freshFor,
        // Dropped connections are common: two retries, then the user sees the error. On the server there is no
        // connection to drop, so no retry.
        retry: (failures, error) =>
          !import.meta.env.SSR && navigator.onLine && failures < 2 && !isRefusal(error),
        // 0.3 seconds, then 0.6: a user who waits sees only a skeleton.
        retryDelay: (failures) => 300 * 2 ** failures,
        // The service worker may have the answer while offline; without one a query waits for the connection.
        get networkMode() {
          return !import.meta.env.SSR && navigator.serviceWorker?.controller ? 'offlineFirst' : 'online';
        },
        refetchOnWindowFocus: false,
      },
      // Fails at once while offline: a button that waits silently looks broken.
      mutations: { networkMode: 'always' },
    },
  });
  const router = createRouter({
    routeTree,
    context: { api, queryClient, preview, dataSaver },
    // Below a preview's path the routes are the same.
    ...(preview && {
      rewrite: {
        input: ({ url }) => Object.assign(url, { pathname: pathWithin(preview, url.pathname) }),
        output: ({ url }) =>
          Object.assign(url, { pathname: preview.path + pathWithin(preview, url.pathname) }),
      },
    }),
    ssr: { nonce: scriptMark() },
    parseSearch: textsOf,
    stringifySearch: searchOf,
    scrollRestoration: true,
    // A page error is shown inside the shop's layout.
    defaultErrorComponent: PageError,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PagePending,
    // A page that is there is not held back.
    defaultPendingMinMs: 0,
    InnerWrap: WithApi,
  });
  if (!import.meta.env.SSR) {
    // Whichever page is at this URL is not in the document. Those that are get their value back when it is hydrated.
    if (document.documentElement.hasAttribute(SHELL_ATTRIBUTE))
      for (const route of Object.values(router.routesById)) route.options.ssr = false;
    // The paint that answers a press comes before the work of a navigation.
    const { navigate, preloadRoute } = router;
    router.navigate = (to) => afterPaint().then(() => navigate(to));
    router.preloadRoute = (to) => afterPaint().then(() => preloadRoute(to));
    router.subscribe('onBeforeLoad', () => {
      const startedAt = Date.now();
      // The router counts from before it renders the new address. That alone takes longer than this on a cheap phone, and
      // the pending page would take the place, and the focus, of a page whose data is there: the time counts from when
      // the data is waited for. Defined at each load, because an update of the options makes a number of it.
      Object.defineProperty(router.options, 'defaultPendingMs', {
        configurable: true,
        enumerable: true,
        get: () => Date.now() - startedAt + PENDING_MS,
      });
    });
    router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, hrefChanged }) => {
      if (!fromLocation || !hrefChanged) return;
      leaveDocument({ isForward: toLocation.state.__TSR_index > fromLocation.state.__TSR_index });
    });
  }
  setupRouterSsrQueryIntegration({
    router,
    queryClient,
    // Pending queries are not dehydrated: if one failed later, the browser would have an unhandled rejection.
    dehydrateOptions: { shouldDehydrateQuery: ({ state }) => state.status !== 'pending' },
  });
  return router;
}

/**
 * The search parameters as plain strings, the first of each name. The router would parse JSON, and a search for
 * 'null' or '5' would be lost. Control characters are removed: HTML does not allow U+0000, so a script containing it
 * would differ from the hash in the policy.
 */
function textsOf(search: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const clean = cleanText(name);
    if (!Object.hasOwn(texts, clean)) texts[clean] = cleanText(value);
  }
  return texts;
}

function searchOf(search: Record<string, unknown>): string {
  const texts = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) texts.set(name, String(value));
  }
  return texts.size > 0 ? `?${texts}` : '';
}

function WithApi({ children }: { children: ReactNode }) {
  const { api } = useRouter().options.context;
  // From here on the page is interactive: end-to-end tests wait for this.
  useEffect(() => {
    document.documentElement.dataset.ready = 'true';
  }, []);
  return <ApiProvider api={api}>{children}</ApiProvider>;
}

/** The server refused the request: a retry would not change the answer. */
function isRefusal(error: unknown): boolean {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 500;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
