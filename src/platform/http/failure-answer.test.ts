import { expect, test } from 'vitest';
import { failureAnswer } from './failure-answer.ts';

const requestId = '0193a2c4-5d6e-4f70-8a9b-1c2d3e4f5a6b';
const requestWith = (accept?: string) => ({
  request: new Request('http://shop.test/sitemap.xml', { headers: accept ? { accept } : {} }),
  requestId,
  shopName: 'Aso & <Sons>',
});
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test.each([
  ['BUSY', 503, '5', 'The shop is busy'],
  ['UNEXPECTED', 500, null, 'Something went wrong on our side'],
] as const)('%s is a page for a browser that asks for one', async (code, status, retryAfter, title) => {
  const answer = failureAnswer(code, requestWith(BROWSER));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';");
  const page = await answer.text();
  expect(page).toContain(`<h1>${title}</h1>`);
  expect(page).toContain(`Reference: <span>${requestId}</span>`);
  expect(page).toContain('Aso &#38; &#60;Sons&#62;');
  expect(page).not.toMatch(/<script|<Sons>/);
});

test.each([undefined, '*/*', 'application/json'])('a client that accepts %s gets JSON', async (accept) => {
  const answer = failureAnswer('BUSY', requestWith(accept));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toEqual({
    code: 'BUSY',
    message: `The shop is busy. Please try again. Reference: ${requestId}`,
  });
});
