import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const out = process.env.BUILD_DIR ?? 'build/dev';

export default defineConfig({
  plugins: [
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'src',
      router: {
        entry: './app/router.tsx',
        routesDirectory: 'routes',
        generatedRouteTree: 'app/routeTree.gen.ts',
      },
      start: { entry: './app/start.ts' },
      server: { entry: './app/server.ts' },
      importProtection: {
        behavior: 'error',
        client: { files: ['**/server/**', '**/platform/**', '**/db/**'] },
      },
    }),
    react(),
  ],
  build: { assetsInlineLimit: 0, reportCompressedSize: false, sourcemap: false },
  environments: {
    client: { build: { outDir: `${out}/client`, emptyOutDir: true } },
    ssr: { build: { outDir: `${out}/server`, emptyOutDir: true, sourcemap: true } },
  },
  server: { port: 3000 },
});
