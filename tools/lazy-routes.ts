import { join } from 'node:path';
import type { Plugin } from 'vite';

const OWN = join(import.meta.dirname, '../src/app/client/lazy-route-component.tsx');

let isReplaced = false;

/** A route's script that does not come is waited for; the router would reload the document (decision 0009). */
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
    if (!error && !isReplaced) this.error('The router has no lazyRouteComponent.js any more');
  },
};
