import { expect, send, test } from './shop.ts';

/** An unknown id. */
const NOBODY = '0193b3a4-0000-7000-8000-000000000000';
const LONG = 'agbada '.repeat(1500);

/** Each raw URL, and the expected status. */
const urls: [string, string, number][] = [
  ['a page before the first', '/products?page=-1', 200],
  ['page 0', '/products?page=0', 200],
  ['a page that is not a number', '/products?page=abc', 200],
  ['a page past the end', '/products?page=99999', 301],
  ['a page written as an exponent', '/products?page=1e400', 200],
  ['an unknown order', '/products?sort=zzz', 200],
  ['an unknown order of a search', '/products?search=agbada&sort=zzz', 307],
  ['an invalid page of a search', '/products?search=agbada&page=-1', 307],
  ['an unknown category', '/products?category=nothing-like-this', 200],
  ['an unknown promotion', '/products?promotion=NOTHING', 200],
  ['parameters as lists', '/products?search[]=a&search[b]=c&category[]=x', 200],
  ['a parameter twice', '/products?page=2&page=3', 200],
  ['a search that parses as true', '/products?search=true', 200],
  ['a search that parses as null', '/products?search=null', 200],
  ['a search that parses as a number', '/products?search=5', 200],
  ['a search that parses as an object', '/products?search=%7B%22a%22%3A1%7D', 200],
  ['a search that parses as a list', '/products?search=%5B%22a%22%5D', 200],
  ['a search for a property of objects', '/products?search=__proto__', 200],
  ['a parameter named as a property of objects', '/products?__proto__=x&constructor=y&toString=z', 200],
  ['a search of 10 kB', `/products?search=${encodeURIComponent(LONG)}`, 307],
  ['wildcards', '/products?search=%25_%25_%5C', 200],
  ['quotes', '/products?search=%27%22%60--%3B', 200],
  ['a word of one letter', '/products?search=a', 200],
  ['words of one letter', '/products?search=a+b+c+d+e+f+g+h+i+j+k', 200],
  ['a search for blanks only', '/products?search=+++', 200],
  ['NUL in a search', '/products?search=agb%00ada', 200],
  ['NUL in a category', '/products?category=agb%00ada', 200],
  ['NUL in a promotion', '/products?promotion=agb%00ada', 200],
  ['only NUL in a search', '/products?search=%00', 307],
  ['a server function of the framework', '/_serverFn/x', 404],
  ['an empty server function', '/_serverFn/', 404],
  ['an escaped server function', '/%5FserverFn/x', 404],
  ['half a surrogate pair', '/products?search=%ED%A0%80', 200],
  ['an invalid escape in a search', '/products?search=%E0%A4%A', 200],
  ['an invalid id', '/products/x', 404],
  ['an unknown id', `/products/${NOBODY}`, 404],
  ['an id without a UUID version', '/products/00000000-0000-0000-0000-000000000001', 404],
  ['an id with a path after it', `/products/${NOBODY}/x`, 404],
  ['an id with a quote', '/products/%27%20or%201=1', 404],
  ['NUL in an id', '/products/%00', 404],
  ['a path that is not valid text', '/products/%E0%A4%A', 404],
  ['a path of one invalid byte', '/%ff', 404],
  ['an unknown path', '/nothing/here', 404],
  ['a file of the server', '/src/app/cli/start.ts', 404],
  ['a hidden file', '/.env', 404],
  ['an unknown script', '/assets/nothing-1234.js', 404],
  ['an unknown sitemap', '/sitemap/products-99.xml', 404],
  ['an invalid sitemap number', '/sitemap/products-0.xml', 404],
  ['a share image of an unknown id', `/share/${NOBODY}.jpg`, 404],
  ['a share image of an invalid id', '/share/x.jpg', 404],
  ['an upload outside the uploads', '/uploads/../postgres/password', 404],
  ['an escaped upload outside', '/uploads/..%2f..%2fpostgres%2fpassword', 404],
  ['a twice escaped upload outside', '/uploads/%252e%252e/secret', 404],
  ['an upload with a backslash', '/uploads/..%5c..%5csecret', 404],
  ['an upload with NUL', '/uploads/placeholder.jpg%00.png', 404],
  ['the folder of uploads', '/uploads/product-images/', 404],
  ['an image outside the uploads', '/img/640/avif/uploads/..%2f..%2fsecret', 404],
  ['an image of a parent folder', '/img/640/avif/uploads/../../secret', 404],
  ['an unknown width', '/img/641/avif/uploads/placeholder.jpg', 404],
  ['a width of zero', '/img/0/avif/uploads/placeholder.jpg', 404],
  ['a huge width', '/img/99999999/avif/uploads/placeholder.jpg', 404],
  ['an unknown format', '/img/640/png/uploads/placeholder.jpg', 404],
  ['an unknown image', '/img/640/avif/uploads/product-images/nothing.jpg', 404],
  ['the API without an operation', '/api/v1', 404],
  ['an unknown operation', '/api/v1/nothing', 404],
  ['an unknown procedure', '/api/rpc/nothing/here', 404],
  ['an unknown version', '/api/v2/products', 404],
  ['a disabled sign-in operation', '/api/auth/list-sessions', 404],
  ['an invalid page of the API', '/api/v1/products?page=-1', 400],
  ['a page that is not a number for the API', '/api/v1/products?page=abc', 400],
  ['an unknown order for the API', '/api/v1/products?sort=zzz', 400],
  ['too large a page for the API', '/api/v1/products?pageSize=1000', 400],
  ['an object for the API', '/api/v1/products?category[a]=b', 400],
  ['a property of objects for the API', '/api/v1/products?page[__proto__][x]=1', 400],
  ['NUL for the API', '/api/v1/products?search=a%00b&category=c%00&promotion=d%00', 200],
  ['10 kB for the API', `/api/v1/products?search=${encodeURIComponent(LONG)}`, 200],
  ['21 kB for the API', `/api/v1/products?search=${'a'.repeat(21_000)}`, 431],
  ['an invalid id for the API', '/api/v1/products/x', 400],
  ['an unknown id for the API', `/api/v1/products/${NOBODY}`, 404],
  ['related products of an unknown id', `/api/v1/products/${NOBODY}/related`, 200],
  ['an invalid limit', '/api/v1/products/newest?limit=-1', 400],
  ['an invalid slide', '/api/v1/slides/x', 400],
  ['an unknown slide', `/api/v1/slides/${NOBODY}`, 404],
];

for (const [what, path, status] of urls) {
  test(`a URL with ${what} is answered ${status}`, async () => {
    const answer = await send(path);
    expect(answer.status).toBe(status);
    // HTML does not allow U+0000: a browser would read another character, and refuse a script with it.
    if (/^text\/html/.test(String(answer.headers['content-type']))) expect(answer.text).not.toContain('\0');
    // No internals: neither stack nor SQL nor a file path.
    expect(answer.text).not.toMatch(/\bat \S+ \(|node_modules|syntax error|Failed query|ECONN|file:\/\//);
  });
}

test('LIST-07 OPEN-51 a page past the end becomes the last, in the URL as well', async ({ as }) => {
  const answer = await as.visitor.get('/products?page=99999', { maxRedirects: 0 });
  const { pageCount } = await (await as.visitor.get('/api/v1/products')).json();
  expect(answer.headers().location).toMatch(new RegExp(`/products\\?page=${pageCount}$`));
});

test('RULES-10 RULES-12 a wildcard is an ordinary character, and blanks alone are no search', async ({
  as,
}) => {
  const total = async (search: string) =>
    (await (await as.visitor.get('/api/v1/products', { params: { search } })).json()).total;
  const all = await total('');
  for (const text of ['%', '_', '\\', "'", '"', '*', 'zzzzqq']) expect(await total(text), text).toBe(0);
  expect(await total('   ')).toBe(all);
  expect(await total('AGBADA')).toBe(await total('agbada'));
});

const elsewhere = [
  '//evil.example',
  '//evil.example/',
  '//evil.example//',
  '/%2Fevil.example/',
  '/\\evil.example/',
  '///evil.example//',
];
for (const path of elsewhere) {
  test(`the URL ${path} leads to no other site`, async () => {
    const { status, headers, text } = await send(path);
    expect(status).toBeLessThan(500);
    const { location } = headers;
    if (location) expect(new URL(String(location), process.env.SHOP_URL).origin).toBe(process.env.SHOP_URL);
    expect(text).not.toMatch(/["'(]\/?\/?(?:https?:)?\/\/evil\.example/);
  });
}

const pages = [
  '/',
  '/products',
  '/products?search=agbada',
  '/auth',
  '/nothing',
  '/llms.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/pages.xml',
  '/openapi.json',
  '/cart',
  '/products/',
];
for (const path of pages) {
  test(`a forged Host does not appear in ${path}`, async () => {
    const lies: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: 'evil.example:80', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      {
        host: new URL(process.env.SHOP_URL!).host,
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
      },
    ];
    for (const headers of lies) {
      const answer = await send(path, { headers });
      expect(answer.status).toBeLessThan(500);
      expect(`${JSON.stringify(answer.headers)}${answer.text}`).not.toContain('evil.example');
    }
    // Nor in the next, cached response.
    expect((await send(path)).text).not.toContain('evil.example');
  });
}

const methods: [string, string][] = [
  ['POST', '/products'],
  ['PUT', '/'],
  ['DELETE', '/products/x'],
  ['PATCH', '/openapi.json'],
  ['POST', '/uploads/placeholder.jpg'],
  ['DELETE', '/uploads/placeholder.jpg'],
  ['PUT', '/img/640/avif/uploads/placeholder.jpg'],
  ['POST', '/livez'],
  ['TRACE', '/'],
  ['PROPFIND', '/'],
  ['DELETE', '/api/v1/products'],
  ['PUT', '/api/v1/products'],
  ['PUT', '/api/v1/orders'],
  ['DELETE', `/api/v1/orders/${NOBODY}`],
  ['GET', '/api/v1/contact'],
  ['GET', '/api/auth/sign-out'],
  ['PUT', '/api/auth/sign-in/email'],
];
for (const [method, path] of methods) {
  test(`${method} ${path} gives no access`, async () => {
    expect([404, 405]).toContain((await send(path, { method })).status);
  });
}
