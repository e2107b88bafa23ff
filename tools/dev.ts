import { createServer } from 'node:http';
import { endWithNpm } from './end-with-npm.ts';
import { openInspector } from './open-inspector.ts';

// The shop from its source, with hot reload: npm run dev (decision 0032).

process.env.NODE_ENV = 'development';
endWithNpm();
openInspector();
// An error that would end the process in production is shown; the next save loads the code again.
process.on('uncaughtException', (error) => console.error(error));

try {
  const { main } = await import('#app/cli/start.ts');
  const { createDevelopmentServer } = await import('./dev/development-server.ts');
  await main(createDevelopmentServer(createServer()));
} catch (error) {
  const known = error instanceof Error && !(error.constructor.name in globalThis);
  console.error(known ? error.message : error);
  process.exit(1);
}
