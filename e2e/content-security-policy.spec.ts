import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cspFor } from '#platform/csp/content-security-policy.ts';
import { unmarkScripts } from '#platform/csp/marked-scripts.ts';
import { expect, open, test } from './front.ts';

test.describe('injected content', () => {
  test.use({ expectedErrors: [/content security policy|Trusted(HTML|Script)/i] });

  test('a script in the rendered HTML that the renderer did not write is refused', {
    tag: '@desktop',
  }, async ({ page }) => {
    const rendered = `<!doctype html><title>x</title><link rel="icon" href="data:,">
      <script nonce="m4rk">window.ours = true</script>
      <p>Agbada<script>window.injected = true</script><script nonce="guess">window.injected = true</script></p>`;
    const { html, scripts } = unmarkScripts(Buffer.from(rendered), 'm4rk');
    const server = createServer((_, answer) => {
      answer.setHeader('content-type', 'text/html').setHeader('content-security-policy', cspFor(scripts));
      answer.end(html);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    try {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      expect(
        await page.evaluate(() => [Reflect.get(window, 'ours'), Reflect.get(window, 'injected')]),
      ).toEqual([true, undefined]);
    } finally {
      server.close();
    }
  });

  test('no text becomes executable markup, and no other file a worker', { tag: '@desktop' }, async ({
    page,
  }) => {
    await open(page, '/products');
    const outcome = await page.evaluate(() => {
      const attempt = (work: () => unknown) => {
        try {
          work();
          return 'done';
        } catch (error) {
          return (error as Error).name;
        }
      };
      const element = document.createElement('div');
      return {
        markup: attempt(() => {
          element.innerHTML = '<img src=x onerror="window.injected = true">';
        }),
        text: attempt(() => {
          element.innerHTML = 'Agbada & bùbá';
        }),
        script: attempt(() => {
          document.createElement('script').text = 'window.injected = true';
        }),
        url: attempt(() => {
          document.createElement('script').src = '/assets/anything.js';
        }),
        worker: attempt(() => new Worker('/uploads/worker.js')),
        policy: attempt(() =>
          (
            window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
          ).trustedTypes.createPolicy('another', {}),
        ),
      };
    });
    expect(outcome).toEqual({
      markup: 'TypeError',
      text: 'done',
      script: 'TypeError',
      url: 'TypeError',
      worker: 'TypeError',
      policy: 'TypeError',
    });
  });
});

for (const name of ['search', 'promotion', 'category']) {
  test(`a control character in ${name} leaves the page intact`, { tag: '@phone' }, async ({ page }) => {
    await open(page, `/products?${name}=%00zzz`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });
}
