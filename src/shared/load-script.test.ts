import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isScriptWaiting, loadScript, tryScriptsAgain } from './load-script.ts';

const reached = { ok: true } as Response;
const missing = new TypeError('Failed to fetch dynamically imported module: /assets/orders.js');
let isOnline = false;

beforeEach(() => {
  isOnline = false;
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target));
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return reached;
  });
});
afterEach(() => vi.unstubAllGlobals());

const script = () => (isOnline ? Promise.resolve('the screen') : Promise.reject(missing));

test('a script waits for the connection, and comes when it is back', async () => {
  const loaded = loadScript(script);
  await vi.waitFor(() => expect(isScriptWaiting()).toBe(true));
  tryScriptsAgain();
  await new Promise((resolve) => setTimeout(resolve));
  expect(isScriptWaiting()).toBe(true);
  isOnline = true;
  dispatchEvent(new Event('online'));
  expect(await loaded).toBe('the screen');
  expect(isScriptWaiting()).toBe(false);
});

test('one that does not come although the shop answers is a failure', async () => {
  isOnline = true;
  await expect(loadScript(() => Promise.reject(missing))).rejects.toBe(missing);
  expect(isScriptWaiting()).toBe(false);
});
