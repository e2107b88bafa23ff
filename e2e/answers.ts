import type { Page, Route } from '@playwright/test';
import { operation } from './browsing.ts';

/** Answers with an error as the API writes it; the client does not retry one below 500. */
export const refusal =
  (code: string, status: number, message: string, data: object = {}) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, json: { json: { defined: true, code, status, message, data } } });

/** A 503 that is not a fault of the shop. */
export const busy = refusal('BUSY', 503, 'The shop is busy. Please try again.');

export const failing = refusal('UNEXPECTED', 500, 'Out of thread');

/** Holds requests for an operation, or to a URL, until the returned function is called. */
export async function holdRequests(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(typeof path === 'string' ? operation(path) : path, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}
