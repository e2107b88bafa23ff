import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { KIT } from './tools/kit-chunk.ts';
import { lazyRoutes } from './tools/lazy-routes.ts';
import { withoutServerFunctions } from './tools/without-server-functions.ts';

const out = process.env.BUILD_DIR ?? 'build/dev';

export default defineConfig({
  plugins: [
    withoutServerFunctions,
    lazyRoutes,
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src',
      router: {
        entry: './app/client/router.tsx',
        routesDirectory: 'routes',
        generatedRouteTree: 'app/client/routeTree.gen.ts',
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
  build: { assetsInlineLimit: 0, reportCompressedSize: false, sourcemap: false },
  environments: {
    client: {
      build: {
        outDir: `${out}/client`,
        emptyOutDir: true,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // What every page needs comes as one file: thirty small ones cost 20 kB more on the wire.
                { name: 'frame', tags: ['$initial'], priority: 2 },
                { name: 'kit', test: KIT, priority: 1, includeDependenciesRecursively: false },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { outDir: `${out}/server`, emptyOutDir: true, sourcemap: true },
      // In one file with all it is made of: a start read 1,700 before (decision 0030). Not sharp,
      // which is not JavaScript, and pg, of which there shall be one for the shop and what stands beside it.
      resolve: { noExternal: true, external: ['sharp', 'pg'] },
    },
  },
  server: { port: 3000 },
});
