// Holds the database until it receives 'stop': acts as a second `npm start` in tests.
import { debianPostgres } from './binaries.ts';
import { startPostgres } from './start-postgres.ts';

const binaries = process.env.TEST_POSTGRES === '15' ? (debianPostgres() ?? undefined) : undefined;
const server = await startPostgres({ dataDir: process.argv[2]!, log: () => {}, binaries });
process.on('message', () => void server.stop().then(() => process.exit(0)));
process.send?.(server.url);
