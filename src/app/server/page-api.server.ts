import { AsyncLocalStorage } from 'node:async_hooks';
import { createRouterClient, ORPCError } from '@orpc/server';
import type { RequestContext } from '#platform/rpc/gate.ts';
import type { Api } from '#routes/-api.ts';
import type { AppRouter } from './app-router.ts';
import { isCacheable, lifeOf, tagsOf } from './page-tags.ts';

/** What one rendering of a page reads through, and what it turns out to depend on. */
export interface Rendering {
  router: AppRouter;
  context: RequestContext;
  /** Of the page's address. */
  search: URLSearchParams;
  tags: Set<string>;
  /** The nonce of the scripts that the renderer writes itself; it is taken out before the page is answered. */
  scriptMark: string;
  /** The shortest life of what was read, ms. */
  lifeMs?: number;
  /** Something could not be read, or is not there: the page is answered, but not kept. */
  uncacheable: boolean;
  /** The shop itself failed at one of its reads: 503 where the database is away. */
  failedWith?: number;
}

const renderings = new AsyncLocalStorage<Rendering>();

/** Runs `render` so that the pages' API client inside it calls this rendering's router. */
export const withRendering = <T>(rendering: Rendering, render: () => Promise<T>): Promise<T> =>
  renderings.run(rendering, render);

function currentRendering(): Rendering {
  const rendering = renderings.getStore();
  if (!rendering) throw new Error('A page is rendered outside of withRendering');
  return rendering;
}

export const currentScriptMark = (): string => currentRendering().scriptMark;

/** The API client of the page that is being rendered. Every call adds the tags of what it read. */
export function pageApi(): Api {
  const rendering = currentRendering();
  return createRouterClient(rendering.router, {
    context: rendering.context,
    interceptors: [
      async ({ path, input, next }) => {
        // Before the read: a page that failed to find something depends on it as well.
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
  }) as Api;
}
