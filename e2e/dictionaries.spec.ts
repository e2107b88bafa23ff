import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '#platform/http/listen.ts';
import { expect, test } from './journey.ts';

/** 30 kB of code with little repetition. */
const script = (text: string) =>
  `${Array.from({ length: 900 }, (_, at) => `export const v${at}=${(at * 2654435761) % 4294967296};`).join('\n')}
document.querySelector('output').textContent = '${text}';`;

test('OFF-06 after a release the browser loads of a changed script only what differs', {
  tag: '@phone',
}, async ({ browser }) => {
  const dir = await mkdtemp(join(tmpdir(), 'release-'));
  const build = async (name: string, hash: string) => {
    const client = join(dir, name);
    await mkdir(join(client, 'assets'), { recursive: true });
    await writeFile(join(client, 'assets', `index-${hash}.js`), script(name));
    return client;
  };
  const before = await build('before', 'AAAAAAAA');
  const after = await build('after', 'BBBBBBBB');
  const pageOf = (hash: string) => () =>
    new Response(
      `<!doctype html><output></output><script type="module" src="/assets/index-${hash}.js"></script>`,
      {
        headers: { 'content-type': 'text/html' },
      },
    );
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const sizes: number[] = [];
    const encodings: (string | undefined)[] = [];
    const scripts = new Set<string>();
    devtools.on('Network.responseReceived', ({ requestId, response, type }) => {
      if (type !== 'Script') return;
      scripts.add(requestId);
      encodings.push(response.headers['content-encoding'] ?? response.headers['Content-Encoding']);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) sizes.push(encodedDataLength);
    });
    const old = await listen({ fetch: pageOf('AAAAAAAA'), host: '127.0.0.1', port: 0, clientDir: before });
    await page.goto(`http://localhost:${old.port}/`);
    await expect(page.locator('output')).toHaveText('before');
    // The browser stores the dictionary after the page has the script.
    await page.waitForTimeout(500);
    await old.close();
    const released = await listen({
      ...{ fetch: pageOf('BBBBBBBB'), host: '127.0.0.1', port: old.port },
      ...{ clientDir: after, earlierClientDirs: [before] },
    });
    await page.goto(`http://localhost:${old.port}/`);
    await expect(page.locator('output')).toHaveText('after');
    await released.close();
    expect(encodings).toEqual([undefined, 'dcz']);
    expect(sizes[0]).toBeGreaterThan(20_000);
    expect(sizes[1]).toBeLessThan(1_000);
  } finally {
    await context.close();
    await rm(dir, { recursive: true });
  }
});
