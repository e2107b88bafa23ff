import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brandFiles } from './tools/brand-files.ts';
import { galleryCopy } from './tools/gallery-copy.ts';
import { ADMIN_ICONS, KIT } from './tools/kit-chunk.ts';
import { lazyRoutes } from './tools/lazy-routes.ts';
import { serviceWorker } from './tools/service-worker.ts';
import { smallIcons } from './tools/small-icons.ts';
import { stacklessErrors } from './tools/stackless-errors.ts';
import { withoutServerFunctions } from './tools/without-server-functions.ts';

const out = process.env.BUILD_DIR ?? 'build/dev';
/** `npm run dev` loads dependencies from node_modules. */
const isBuild = process.env.NODE_ENV !== 'development';

export default defineConfig({
  plugins: [
    brandFiles,
    galleryCopy,
    withoutServerFunctions,
    lazyRoutes,
    smallIcons,
    stacklessErrors,
    serviceWorker,
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src',
      router: {
        entry: './app/client/router.tsx',
        routesDirectory: 'routes',
        generatedRouteTree: 'app/client/routeTree.gen.ts',
        // A page and its error are one file: the error's own would be a request more at every visit.
        codeSplittingOptions: { defaultBehavior: [['component', 'errorComponent'], ['notFoundComponent']] },
      },
      start: { entry: './app/client/start.ts' },
      server: { entry: './app/server/server.ts' },
      importProtection: {
        behavior: 'error',
        client: { files: ['**/server/**', '**/platform/**', '**/db/**'] },
      },
    }),
    react(),
  ],
  // React's own hook, which the package copies for React 17: the router's store asks for it.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: { assetsInlineLimit: 0, reportCompressedSize: false, sourcemap: true },
  environments: {
    client: {
      build: {
        outDir: `${out}/client`,
        emptyOutDir: true,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // Code that every page needs is one file: thirty small ones cost 20 kB more on the wire.
                { name: 'frame', tags: ['$initial'], priority: 2 },
                { name: 'kit', test: KIT, priority: 1, includeDependenciesRecursively: false },
                { name: 'icons', test: ADMIN_ICONS, minShareCount: 2, includeDependenciesRecursively: false },
                // One file less for a product opened from a list: the icon is the back office's too.
                {
                  name: 'back-link',
                  test: /routes\/-back-link\.tsx|icons\/arrow-left\.m?js/,
                  includeDependenciesRecursively: false,
                },
                // One file less for the front page: the back office needs the text's beginning without the slide.
                {
                  name: 'hero-slide',
                  test: /(content\/(preview|ui\/hero-slide)|design\/site-link)\.tsx?$/,
                  includeDependenciesRecursively: false,
                },
                // The gallery has a copy of solve.ts, which would move the URL of its worker into a file of its own.
                {
                  name: 'solve',
                  test: /captcha\/(solve\.ts|.+\?worker)/,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: `${out}/server`,
        emptyOutDir: true,
        // Read only for stacks (platform/source-lines.ts); debuggers find the sources on disk.
        rolldownOptions: { output: { sourcemapExcludeSources: true } },
      },
      // Bundles all dependencies into one file: before, a start read 1,700 files (decision 0030). Except sharp, which is
      // native code, and pg, which must be a single instance for the bundle and code outside it.
      ...(isBuild && { resolve: { noExternal: true as const, external: ['sharp', 'pg'] } }),
    },
  },
});
