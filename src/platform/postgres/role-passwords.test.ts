import { expect, test } from 'vitest';
import { connectionOf, requestUrls, urlForLogin } from './role-passwords.ts';

const login = { user: 'aso_web', password: "p'a@s/s &w" };

test.each([
  ['postgres://owner:x@db.test:6432/shop', { host: 'db.test', port: 6432, database: 'shop' }],
  ['postgres://db.test/shop?user=owner&password=x', { host: 'db.test', port: 5432, database: 'shop' }],
  ['postgres:///shop?host=/run/postgresql', { host: '/run/postgresql', port: 5432, database: 'shop' }],
  [
    'postgresql:///shop?host=/run/postgresql&port=6432&user=owner&password=x',
    { host: '/run/postgresql', port: 6432, database: 'shop' },
  ],
  ['postgres://owner:x@%2Frun%2Fpostgresql/shop', { host: '/run/postgresql', port: 5432, database: 'shop' }],
])(
  'the URL %s for another role connects to the same database with the password of that role',
  (url, server) => {
    const connection = connectionOf(urlForLogin(url, login.user, login.password));
    expect(connection).toMatchObject({ ...server, ...login });
    expect(decodeURIComponent(connection.urlWithoutPassword)).not.toContain(login.password);
  },
);

test('other URL parameters are kept for each role', () => {
  const { webUrl, authUrl } = requestUrls('postgres://owner:x@db.test/shop?sslmode=disable&user=owner', {
    web: 'w',
    auth: 'a',
  });
  expect(webUrl).toBe('postgres://aso_web:w@db.test/shop?sslmode=disable');
  expect(authUrl).toBe('postgres://aso_auth:a@db.test/shop?sslmode=disable');
});
