import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertReachable } from './assert-reachable.ts';
import { freePort } from './free-port.ts';
import { PostgresError } from './postgres-error.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** The URL of the test database with another user, password or name. */
function changed(parts: Partial<Pick<URL, 'username' | 'password' | 'pathname'>>): string {
  return Object.assign(new URL(database.url), parts).href;
}
const refusalOf = async (url: string) => {
  const error = await assertReachable('DATABASE_URL', url).then(
    () => expect.fail('It was reached'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PostgresError);
  return (error as Error).message;
};

test('a reachable database is accepted', async () => {
  await assertReachable('DATABASE_URL', database.url);
});

test('each reason for an unreachable database has its own message, without the password', async () => {
  const { host, port } = new URL(database.url);
  const closed = await freePort();
  const refusals = {
    host: await refusalOf('postgres://aso:hush@no-such-host.invalid/aso'),
    port: await refusalOf(`postgres://aso:hush@127.0.0.1:${closed}/aso`),
    password: await refusalOf(changed({ password: 'hush' })),
    user: await refusalOf(changed({ username: 'nobody', password: 'hush' })),
    name: await refusalOf(changed({ pathname: '/no_such' })),
  };
  expect(refusals.host).toContain(`the host 'no-such-host.invalid' is not known`);
  expect(refusals.port).toBe(
    `DATABASE_URL: nothing listens at 127.0.0.1:${closed}. Start PostgreSQL there, or correct host and port.`,
  );
  expect(refusals.password).toContain(
    `refuses the user '${new URL(database.url).username}' or their password`,
  );
  expect(refusals.user).toContain(`refuses the user 'nobody'`);
  expect(refusals.name).toContain(
    `PostgreSQL at ${host} has no database 'no_such'. Create it: createdb -h 127.0.0.1 -p ${port}`,
  );
  expect(JSON.stringify(refusals)).not.toContain('hush');
});

test('a server that is not PostgreSQL is reported as unusable', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  expect(await refusalOf(`postgres://aso:hush@127.0.0.1:${port}/aso`)).toContain(
    `127.0.0.1:${port} cannot be used`,
  );
  server.close();
});
