import { QueryClient } from '@tanstack/react-query';
import { createRouter, useRouter } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import { type ReactNode, useEffect } from 'react';
import '#shared/script-policies.ts';
import { PageError } from '#routes/-frame/page-error.tsx';
import { PagePending } from '#routes/-frame/page-pending.tsx';
import { ApiProvider } from '#shared/api.tsx';
import { cleanText } from '#shared/clean-text.ts';
import { createApi, scriptMark } from './link.ts';
import { routeTree } from './routeTree.gen.ts';

/**
 * Milliseconds that an answer counts as fresh. One that the page brought along counts from when the page was
 * opened: a kept page may be ten minutes old, and is not to be read a second time as soon as it is there.
 */
const freshFor = ({ state }: { state: { dataUpdatedAt: number } }): number =>
  60_000 + Math.max(0, performance.timeOrigin - state.dataUpdatedAt);

export function getRouter() {
  const api = createApi();
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Live events and writes say when it is not.
        staleTime: freshFor,
        // A link that drops is the normal case: two more tries, then the person is told.
        // The server, which has no link to drop, answers at once.
        retry: (failures, error) => !import.meta.env.SSR && failures < 2 && !isRefusal(error),
        refetchOnWindowFocus: false,
      },
    },
  });
  const router = createRouter({
    routeTree,
    context: { api, queryClient },
    ssr: { nonce: scriptMark() },
    parseSearch: textsOf,
    stringifySearch: searchOf,
    scrollRestoration: true,
    // Each page fails inside the frame of the shop, not instead of it.
    defaultErrorComponent: PageError,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // A page whose script or data is not there after this long shows that it is on its way, and long enough to be seen.
    defaultPendingComponent: PagePending,
    defaultPendingMs: 20,
    defaultPendingMinMs: 150,
    InnerWrap: WithApi,
  });
  setupRouterSsrQueryIntegration({
    router,
    queryClient,
    // What is still being read goes along when it is there: if it failed then, the browser would have a failure that
    // nobody waits for.
    dehydrateOptions: { shouldDehydrateQuery: ({ state }) => state.status !== 'pending' },
  });
  return router;
}

/**
 * The search parameters as plain texts, the first of each name. The router would read JSON: then a search for 'null' or
 * '5' is none. Without control characters: HTML knows no U+0000, so a script that holds one is another script in the
 * browser than the one whose hash the policy names.
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
  // From here on the page answers: journeys wait for this.
  useEffect(() => {
    document.documentElement.dataset.ready = 'true';
  }, []);
  return <ApiProvider api={api}>{children}</ApiProvider>;
}

/** The server answered and said no: trying again would not change it. */
function isRefusal(error: unknown): boolean {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 500;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
