import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { harmlessMarkup, ownAsset } from '#shared/script-policies.ts';
import { growthOf } from '#shared/test-growth.ts';
import { cspFor, tileSource } from './content-security-policy.ts';
import { unmarkScripts } from './marked-scripts.ts';
import { securityHeaders } from './security-headers.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const scriptSources = (policy: string) =>
  /script-src ([^;]*)/
    .exec(policy)![1]!
    .split(' ')
    .filter((source) => source !== "'self'");
/** Adds the mark as the renderer does: to every script except those inside another script's text. */
const marked = (html: string) => html.replace(/(?<!")<script(?=[\s>])/gi, '$& nonce="m4rk"');

/** The page without marks, as text. */
function unmarked(page: string) {
  const { html, scripts } = unmarkScripts(Buffer.from(page), 'm4rk');
  return { html: html.toString(), scripts: scripts.map(String) };
}

test.each<[string, string, string[]]>([
  ['no script', '<p>script</p>', []],
  ['one', '<script>a()</script>', ['a()']],
  ['the same twice', '<script>a()</script><script async>a()</script>', ['a()']],
  ['two', '<script>a()</script><b/><SCRIPT type="module">b()</SCRIPT >', ['a()', 'b()']],
  ['a file', '<script type="module" src="/a.js"></script>', []],
  ['a file without quotes', '<script src=/a.js></script>', []],
  ['data named src', '<script data-src="/a.js">a()</script>', ['a()']],
  ['data', '<script type="application/ld+json">{"a":"<b>"}</script>', []],
  ['data of another kind', '<script type="application/json" id="x">{}</script>', []],
  ['types of programs', '<script type=\'text/javascript\'>a</script><script type="">b</script>', ['a', 'b']],
  ['a type with a parameter', '<script type="text/javascript; charset=utf-8">a</script>', ['a']],
  ['rules', '<script type="importmap">{}</script><script type="speculationrules">[]</script>', ['{}', '[]']],
  ['a > in an attribute', '<script data-a="1>2" id=x>a()</script>', ['a()']],
  ['markup within', '<script>a = "<script><\\/script>"</script>', ['a = "<script><\\/script>"']],
  ['Ọṣun and line ends', '<script>\r\na("Ọṣun")\r</script>', ['\na("Ọṣun")\n']],
  ['not a script', '<scripted>a()</scripted>', []],
  ['never closed', '<script>a()', ['a()']],
])('inline scripts: %s', (_, html, texts) => {
  const taken = unmarked(marked(html));
  expect([...new Set(taken.scripts)]).toEqual(texts);
  expect(taken.html).toBe(html);
});

test('a script that was not written by the renderer is not allowed', () => {
  const rendered =
    '<head><meta property="csp-nonce" content="m4rk"/></head><script nonce="m4rk">ours()</script>' +
    '<p>Agbada<script>injected()</script><script nonce="guess">injected()</script>' +
    '<script nonce>injected()</script><script data-nonce="m4rk">injected()</script></p>';
  const { html, scripts } = unmarked(rendered);
  expect(scripts).toEqual(['ours()']);
  expect(html).not.toContain('csp-nonce');
  const policy = cspFor(scripts.map((text) => Buffer.from(text)));
  expect(scriptSources(policy)).toEqual([hashOf('ours()')]);
  expect(policy).not.toContain('m4rk');
});

test('a page accepts no string as script, except with the scripts of a captcha provider', () => {
  expect(cspFor([])).toContain("require-trusted-types-for 'script'; trusted-types aso-workers default");
  expect(cspFor([], { captcha: 'turnstile' })).not.toContain('trusted-types');
});

test.each([
  ['', true],
  ['{"name":"\\u003cb>"}', true],
  ['<script></script>', true],
  ['<svg/>', true],
  ['<script>alert(1)</script>', false],
  ['<svg/onload=alert(1)>', false],
  ['Agbada <b>white</b>', false],
])('the default policy of Trusted Types, given %s as HTML, allows it: %s', (html, isAllowed) => {
  expect(harmlessMarkup(html)).toBe(isAllowed ? html : null);
});

test.each([
  ['/assets/work-worker-abc.js', true],
  ['/assets/../uploads/a.js', false],
  ['/sw.js', true],
  ['/sw.js?/../uploads/a.js', false],
  ['/uploads/a.js', false],
  ['//evil.example/assets/a.js', false],
  ['data:text/javascript,alert(1)', false],
])('a worker of %s is allowed: %s', (url, isAllowed) => {
  expect(ownAsset(url)).toBe(isAllowed ? url : null);
});

test('scripts run only by hash, framing is denied, map tiles are allowed', () => {
  const policy = cspFor([Buffer.from('a()')], { images: ['https://tiles.example'] });
  const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part]));
  expect(directives.get('script-src')).not.toContain('unsafe');
  expect(directives.get('script-src-attr')).toBe("script-src-attr 'none'");
  expect(directives.get('img-src')).toBe("img-src 'self' data: blob: https://tiles.example");
  expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
  expect(policy).not.toMatch(/[\r\n]/);
});

test.each([
  ['turnstile', 'https://challenges.cloudflare.com'],
  ['hcaptcha', 'https://hcaptcha.com https://*.hcaptcha.com'],
] as const)(
  'OPEN-39 the provider of %s may run its script in its own frame, and only with that captcha',
  (captcha, origin) => {
    const policy = cspFor([], { captcha }).split('; ');
    expect(policy).toContain(`script-src 'self' ${origin}`);
    expect(policy).toContain(`frame-src ${origin}`);
    const unasked = cspFor([]);
    expect(unasked).toContain("frame-src 'none'");
    expect(unasked).not.toContain('https:');
  },
);

test('the time for a page of one megabyte grows with its length, not with the square of it', () => {
  const page = (size: number) =>
    marked(
      `${'<li class="a"><a href="/x">Agbada</a></li>'.repeat(size)}<script>${'x();'.repeat(size / 2)}</script>`,
    );
  expect(unmarked(page(25_000)).scripts).toHaveLength(1);
  expect(growthOf(unmarked, page(1_600), page(25_600))).toBeLessThan(64);
});

test.each([
  ['https://tile.openstreetmap.org/{z}/{x}/{y}.png', 'https://tile.openstreetmap.org'],
  ['http://127.0.0.1:4100/{z}/{x}/{y}', 'http://127.0.0.1:4100'],
  ['https://{s}.tiles.example/{z}/{x}/{y}.png?k={k}', 'https://*.tiles.example'],
  ['https://tiles-{s}.example.org/{z}/{x}/{y}.png', 'https://*.example.org'],
])('tiles of %s come from %s', (template, source) => {
  expect(tileSource(template)).toBe(source);
});

test('HSTS is sent only by a shop served over https, and only for its own host', () => {
  expect(securityHeaders('https://shop.example')['strict-transport-security']).toBe('max-age=31536000');
  expect(securityHeaders('http://localhost:3000')).not.toHaveProperty('strict-transport-security');
  expect(securityHeaders('http://localhost:3000')['x-content-type-options']).toBe('nosniff');
});

test('unused browser features are disabled, and passkeys are allowed on the shop’s own pages', () => {
  const policy = securityHeaders('https://shop.example')['permissions-policy'] ?? '';
  const features = Object.fromEntries(policy.split(', ').map((part) => part.split('=')));
  expect(Object.keys(features)).toHaveLength(policy.split(', ').length);
  expect(features).toMatchObject({
    camera: '()',
    microphone: '()',
    geolocation: '()',
    payment: '()',
    usb: '()',
    'publickey-credentials-get': '(self)',
    'publickey-credentials-create': '(self)',
  });
  expect(Object.values(features).filter((allowed) => allowed === '(self)')).toHaveLength(2);
});
