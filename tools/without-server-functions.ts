import type { Plugin } from 'vite';

/** What the framework takes from the format; the calls themselves are never made. */
const STUB = `
const unused = () => { throw new Error('The shop has no server functions'); };
export const createPlugin = (plugin) => plugin;
export const createStream = unused, fromCrossJSON = unused, toJSONAsync = unused;
export const ReadableStreamPlugin = {};
`;

/**
 * The shop calls its own API, never the framework's server functions: the format those travel in stays out of
 * the browser, 12 kB of every first visit. What the server writes into a page is plain script and needs none.
 */
export const withoutServerFunctions: Plugin = {
  name: 'without-server-functions',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  resolveId: (id) => (/^seroval(-plugins\/.*)?$/.test(id) ? '\0without-server-functions' : undefined),
  load: (id) => (id === '\0without-server-functions' ? STUB : undefined),
};
