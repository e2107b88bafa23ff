import { join } from 'node:path';
import type { Plugin } from 'vite';

const OWN = join(import.meta.dirname, '../src/app/client/lazy-route-component.tsx');

let isReplaced = false;

/** Waits for a route's script that fails to load; the router would reload the document (decision 0009). */
export const lazyRoutes: Plugin = {
  name: 'lazy-routes',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  resolveId(id, importer) {
    if (!id.endsWith('/lazyRouteComponent.js') || !importer?.includes('@tanstack/react-router'))
      return undefined;
    isReplaced = true;
    return OWN;
  },
  buildEnd(error) {
    if (!error && !isReplaced) this.error('The router no longer has lazyRouteComponent.js');
  },
};
