import { expect, test } from 'vitest';
import { ConfigError, readConfig, readSettings, VARIABLES } from './config.ts';
import { LIVE_FACTS } from './test-live-facts.ts';

test('without configuration it is a demo store on this machine only', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    SHOP_MODE: 'demo',
    PUBLIC_URL: 'http://localhost:3000',
    CURRENCY: 'NGN',
    TIME_ZONE: 'Africa/Lagos',
    STORE_LOCATION: { latitude: 6.5095, longitude: 3.3711 },
  });
});

test('OPEN-22 the phone number of the seller is configuration, digits only', () => {
  expect(readConfig({ WHATSAPP_NUMBER: '+2348099999999' }).WHATSAPP_NUMBER).toBe('2348099999999');
});

const secret = 'x'.repeat(32);

test('a live shop does not start without its required settings: each missing one is named with the line to add', () => {
  const live = { SHOP_MODE: 'live', PORT: '3000' };
  const refusal = (env: Record<string, string>) => {
    try {
      return String(readConfig(env).WHATSAPP_NUMBER);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    }
  };
  const [sentence, ...lines] = refusal(live).split('\n');
  expect(sentence).toContain('A live shop does not start without its own facts');
  expect(lines.map((line) => line.split('=')[0]).sort()).toEqual(Object.keys(LIVE_FACTS).sort());
  const { SHOP_PHONE: _, ...allButOne } = LIVE_FACTS;
  expect(
    refusal({ ...live, ...allButOne, SHOP_PHONE: ' ' })
      .split('\n')
      .slice(1),
  ).toEqual(['SHOP_PHONE=+234…']);
  // A line copied unchanged must not send orders or mail to a third party.
  const copied = Object.fromEntries(lines.map((line) => line.split(/=(.*)/)));
  for (const name of ['WHATSAPP_NUMBER', 'SHOP_PHONE', 'SHOP_EMAIL', 'MAIL_FROM', 'STORE_LOCATION']) {
    expect(refusal({ ...live, ...copied }), name).toContain(`${name} should be`);
  }
  expect(refusal({ ...live, ...LIVE_FACTS })).toBe('2348090000001');
});

test('no demo value applies to a live shop, and a demo store needs no settings', () => {
  const config = readConfig({ SHOP_MODE: 'live', ...LIVE_FACTS });
  expect([config.SHOP_HOURS, config.SHOP_TAGLINE]).toEqual(['', '']);
  expect(readConfig({}).WHATSAPP_NUMBER).toBe('2348012345678');
  // Terminal commands, such as a backup, work with missing settings.
  expect(readSettings({ SHOP_MODE: 'live' }).SHOP_NAME).toBeUndefined();
});
const wrong: [string, Record<string, string>][] = [
  ['PORT should be a port', { PORT: 'abc' }],
  ['PORT should be a port', { PORT: '70000' }],
  ['PUBLIC_URL should be an http(s) address without a path', { PUBLIC_URL: 'https://shop.example/house' }],
  ['MAIL_FROM should be an address', { MAIL_FROM: 'Aso House' }],
  ['SHOP_NAME should be 1 to 60 characters', { SHOP_NAME: 'x'.repeat(61) }],
  ['DATABASE_URL should be a postgres:// address', { DATABASE_URL: 'mysql://x/y' }],
  ['SHOP_MODE should be demo or live', { SHOP_MODE: 'test' }],
  ['AUTH_SECRET should be at least 32 characters', { AUTH_SECRET: 'short' }],
  [
    'AUTH_SECRET should be at least 32 random characters',
    { DATABASE_URL: 'postgres://u:p@h/d', SHOP_MODE: 'live' },
  ],
  ['SMTP_URL', { SMTP_URL: 'http://mail' }],
  ['TIME_ZONE should be a time zone', { TIME_ZONE: 'Lagos' }],
  ['CURRENCY should be the ISO code of a currency with two decimals', { CURRENCY: 'NAIRA' }],
  ['CURRENCY should be the ISO code of a currency with two decimals', { CURRENCY: 'JPY' }],
  ['WHATSAPP_NUMBER should be an international phone number', { WHATSAPP_NUMBER: '0801' }],
  ['STORE_LOCATION should be latitude and longitude', { STORE_LOCATION: 'Yaba' }],
  ['DATA_PRICE should be an amount such as 1.30', { DATA_PRICE: '1.305' }],
  ['DATA_PRICE should be an amount such as 1.30', { DATA_PRICE: '-1' }],
  ['MAP_TILES_URL should be an address with {z}, {x} and {y}', { MAP_TILES_URL: 'https://tiles.example' }],
  ['SOCIAL_INSTAGRAM should be an https address', { SOCIAL_INSTAGRAM: 'javascript:alert(1)' }],
  ['TRUSTED_PROXIES should be addresses or subnets', { TRUSTED_PROXIES: '10.0.0.0/8, proxy' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/64' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'shop.example' }],
  ['DISK_RESERVE should be bytes, or a number with', { DISK_RESERVE: 'a lot' }],
  ['METRICS_PORT should be a port', { METRICS_PORT: '99999' }],
  ['S3_ENDPOINT should be an http(s) address without a path', { S3_ENDPOINT: 'https://s3.example/bucket' }],
  ['S3_BUCKET should be a bucket’s name', { S3_BUCKET: 'hero_slides' }],
  [
    'BACKUP_COPY should be a folder on another disk, or a bucket as s3://bucket/folder',
    { BACKUP_COPY: 's3://B' },
  ],
  ['BACKUP_COPY should be a folder', { BACKUP_COPY: 's3://copies/../x' }],
  ['BACKUP_S3_SECRET_ACCESS_KEY should be set too: BACKUP_COPY is a bucket', { BACKUP_COPY: 's3://copies' }],
  ['backups in S3 need all of', { BACKUP_S3_ENDPOINT: 'https://s3.example' }],
  ['BACKUP_S3_SECRET_ACCESS_KEY should be set too: ARCHIVE_PLACE is a bucket', { ARCHIVE_PLACE: 's3://log' }],
  [
    'BACKUP_COPY should be another bucket than S3_BUCKET',
    {
      ...{ S3_ENDPOINT: 'https://s3.example', S3_REGION: 'auto', S3_BUCKET: 'aso-house' },
      ...{ S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', BACKUP_COPY: 's3://aso-house/copies' },
    },
  ],
  [
    'ARCHIVE_PLACE should be another bucket than S3_BUCKET',
    {
      ...{ S3_ENDPOINT: 'https://s3.example', S3_REGION: 'auto', S3_BUCKET: 'aso-house' },
      ...{ S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', ARCHIVE_PLACE: 's3://aso-house/log' },
    },
  ],
  [
    'S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY should be set too: images in S3 need all of',
    { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'aso-house' },
  ],
  ['BACKUP_AT should be an hour such as 3, or a time such as 03:30', { BACKUP_AT: '24:00' }],
  ['BACKUP_KEEP should be a number from 1 to 1000', { BACKUP_KEEP: '0' }],
  ['BACKUP_KEY should be at least 20 characters', { BACKUP_KEY: 'short' }],
];
test.each(wrong)('a wrong value prevents the start: %s', (sentence, env) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(sentence);
});

test.each([
  [undefined, 1024 ** 3],
  ['0', 0],
  ['4096', 4096],
  ['500 MB', 500 * 1024 ** 2],
  ['1.5gb', 1.5 * 1024 ** 3],
  ['100000TB', 100_000 * 1024 ** 4],
])('a disk reserve of %s is %d bytes', (text, bytes) => {
  expect(readConfig({ DISK_RESERVE: text }).DISK_RESERVE).toBe(bytes);
});

test('every wrong value is reported at once', () => {
  expect(() => readConfig({ PORT: 'x', SHOP_MODE: 'y' })).toThrow(/PORT.*\n.*SHOP_MODE/);
});

test('with an external database the shop is live and listens on all addresses', () => {
  expect(
    readConfig({ ...LIVE_FACTS, DATABASE_URL: 'postgres://u:p@h/d', AUTH_SECRET: secret }),
  ).toMatchObject({
    SHOP_MODE: 'live',
    HOST: '0.0.0.0',
  });
});

test('.env.example contains every variable with its description', async () => {
  const text = VARIABLES.map(
    ({ name, sentence, byDefault }) => `# ${sentence}\n#${name}=${byDefault ?? ''}\n`,
  ).join('\n');
  await expect(text).toMatchFileSnapshot('../../.env.example');
});

test.each([
  ['3', { hour: 3, minute: 0 }],
  ['03:30', { hour: 3, minute: 30 }],
  ['23:59', { hour: 23, minute: 59 }],
])('time of the daily backup: %s', (text, at) => {
  expect(readConfig({ BACKUP_AT: text }).BACKUP_AT).toEqual(at);
});

test('headers for a collector are pairs, and a wrong value is refused without being shown', () => {
  const headers = (text: string) =>
    readConfig({ OTEL_EXPORTER_OTLP_HEADERS: text }).OTEL_EXPORTER_OTLP_HEADERS;
  expect(headers('')).toEqual({});
  expect(headers('a=1,, authorization = Basic%20eA==')).toEqual({ a: '1', authorization: 'Basic eA==' });
  for (const wrong of ['hushhush', 'a=%E0%A4%A', 'a b=1']) {
    expect(() => headers(wrong)).toThrow(
      /^OTEL_EXPORTER_OTLP_HEADERS should be names and values[^%]*%20abc, sep/,
    );
  }
});
