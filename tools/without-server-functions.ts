import type { Plugin } from 'vite';

/** The exports that the framework uses of the serialisation format; they are never called. */
const STUB = `
const unused = () => { throw new Error('The shop has no server functions'); };
export const createPlugin = (plugin) => plugin;
export const createStream = unused, fromCrossJSON = unused, toJSONAsync = unused;
export const serverFnFetcher = unused, trackPostProcessPromise = unused;
export const ReadableStreamPlugin = {};
`;

/** The serialisation format, and the client that reads it. */
const UNUSED = /^seroval(-plugins\/.*)?$|\/serverFnFetcher\.js$/;

/**
 * The shop calls its own API, never the framework's server functions: their serialisation format and its client
 * stay out of the browser, 13 kB of every first visit. The server writes plain script into pages, which does not need it.
 */
export const withoutServerFunctions: Plugin = {
  name: 'without-server-functions',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  resolveId: (id) => (UNUSED.test(id) ? '\0without-server-functions' : undefined),
  load: (id) => (id === '\0without-server-functions' ? STUB : undefined),
};
