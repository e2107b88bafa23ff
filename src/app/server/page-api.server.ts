import { AsyncLocalStorage } from 'node:async_hooks';
import { createRouterClient, ORPCError } from '@orpc/server';
import type { RequestContext } from '#platform/rpc/gate.ts';
import type { Api } from '#routes/-api.ts';
import type { AppRouter } from './app-router.ts';
import { isCacheable, lifeOf, tagsOf } from './page-tags.ts';

/** The state of one page rendering: what it reads through and what it depends on. */
export interface Rendering {
  router: AppRouter;
  context: RequestContext;
  /** The search parameters of the page's URL. */
  search: URLSearchParams;
  tags: Set<string>;
  /** The nonce of the scripts that the renderer writes; it is removed before the page is answered. */
  scriptMark: string;
  /** The shortest lifetime of the data read, ms. */
  lifeMs?: number;
  /** Part of the data could not be read or does not exist: the page is answered but not cached. */
  uncacheable: boolean;
  /** The status of a failed read: 503 if the database is unavailable. */
  failedWith?: number;
}

const renderings = new AsyncLocalStorage<Rendering>();

/** Runs `render` so that API calls of its pages use this rendering's router. */
export const withRendering = <T>(rendering: Rendering, render: () => Promise<T>): Promise<T> =>
  renderings.run(rendering, render);

function currentRendering(): Rendering {
  const rendering = renderings.getStore();
  if (!rendering) throw new Error('A page is rendered outside of withRendering');
  return rendering;
}

export const currentScriptMark = (): string => currentRendering().scriptMark;

/** The API client of the page being rendered. Every call adds the tags of what it read. */
export function pageApi(): Api {
  const rendering = currentRendering();
  return createRouterClient(rendering.router, {
    context: rendering.context,
    interceptors: [
      async ({ path, input, next }) => {
        // Before the read: a page that fails to find something depends on it as well.
        for (const tag of tagsOf(path, input)) rendering.tags.add(tag);
        const lifeMs = lifeOf(path, input);
        if (lifeMs !== undefined) rendering.lifeMs = Math.min(lifeMs, rendering.lifeMs ?? lifeMs);
        try {
          const output = await next();
          if (!isCacheable(path, { input, output, search: rendering.search })) rendering.uncacheable = true;
          return output;
        } catch (error) {
          rendering.uncacheable = true;
          if (error instanceof ORPCError && error.status >= 500) rendering.failedWith = error.status;
          throw error;
        }
      },
    ],
  });
}
