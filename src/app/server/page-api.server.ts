import { AsyncLocalStorage } from 'node:async_hooks';
import { createRouterClient } from '@orpc/server';
import type { RequestContext } from '#platform/rpc/gate.ts';
import type { Api } from '#routes/-api.ts';
import type { Preview } from '#shared/preview.ts';
import type { AppRouter } from './app-router.ts';
import { type Dependencies, noteRead } from './reads.ts';

/** The state of one page rendering: what it reads through and what it depends on. */
export interface Rendering extends Dependencies {
  router: Pick<AppRouter, 'catalog' | 'content' | 'promotions' | 'shop'>;
  /** Of which the page is a part. */
  preview?: Preview;
  context: RequestContext;
  /** Whether it is rendered with small images. */
  dataSaver: boolean;
  /** The search parameters of the page's URL. */
  search: URLSearchParams;
  /** The nonce of the scripts that the renderer writes; it is removed before the page is answered. */
  scriptMark: string;
  /** The rendered document; undefined where the response has a body of its own, or none. */
  document?: Buffer;
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

export const currentPreview = (): Preview | undefined => currentRendering().preview;

export const currentDataSaver = (): boolean => currentRendering().dataSaver;

/** The document of the page being rendered, beside its response. */
export function handOverDocument(html: Buffer): void {
  currentRendering().document = html;
}

/** The API client of the page being rendered. Every call adds the tags of what it read. */
export function pageApi(): Api {
  const rendering = currentRendering();
  return createRouterClient(rendering.router as AppRouter, {
    context: rendering.context,
    interceptors: [(call) => noteRead(rendering, call, rendering.search)],
  });
}
