import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#shared/test-eventually.ts';
import {
  allowReload,
  isScriptWaiting,
  loadScript,
  reloadForScript,
  SCRIPT_FAILED,
  tryScriptsAgain,
} from './load-script.ts';

const reached = { ok: true } as Response;
const missing = new TypeError('Failed to fetch dynamically imported module: /assets/orders.js');
let isOnline = false;
let link: { onLine: boolean };

beforeEach(() => {
  isOnline = false;
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target));
  link = { onLine: false };
  vi.stubGlobal('navigator', link);
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return reached;
  });
});
afterEach(() => vi.unstubAllGlobals());

const script = () => (isOnline ? Promise.resolve('the screen') : Promise.reject(missing));

test('a script waits for the connection and loads when it is back', async () => {
  const loaded = loadScript(script);
  await eventually(() => expect(isScriptWaiting()).toBe(true));
  tryScriptsAgain();
  await new Promise((resolve) => setTimeout(resolve));
  expect(isScriptWaiting()).toBe(true);
  isOnline = true;
  dispatchEvent(new Event('online'));
  expect(await loaded).toBe('the screen');
  expect(isScriptWaiting()).toBe(false);
});

test('a script that fails to load while the shop responds is an error', async () => {
  isOnline = true;
  await expect(loadScript(() => Promise.reject(missing))).rejects.toBe(missing);
  expect(isScriptWaiting()).toBe(false);
});

test('without a connection a script is not requested: a browser may cache the failure', async () => {
  const load = vi.fn(script);
  const loaded = loadScript(load);
  await eventually(() => expect(isScriptWaiting()).toBe(true));
  tryScriptsAgain();
  await new Promise((resolve) => setTimeout(resolve));
  expect(load).not.toHaveBeenCalled();
  isOnline = true;
  link.onLine = true;
  dispatchEvent(new Event('online'));
  expect(await loaded).toBe('the screen');
  expect(load).toHaveBeenCalledOnce();
});

test('a browser that wrongly reports offline still gets its script', async () => {
  isOnline = true;
  expect(await loadScript(script)).toBe('the screen');
});

test('the document is reloaded once per script and URL; a repeated failure ends in the error', async () => {
  vi.useFakeTimers();
  try {
    const stored = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    const reload = vi.fn();
    vi.stubGlobal('location', { href: 'http://shop/about', reload });
    const outcome = vi.fn();
    const reloading = reloadForScript(missing).catch(outcome);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(reload).toHaveBeenCalledOnce();
    expect(outcome).not.toHaveBeenCalled();
    // As after a `beforeunload` dialog answered with 'Stay'.
    await vi.advanceTimersByTimeAsync(3_000);
    await reloading;
    expect(outcome).toHaveBeenCalledWith(new Error(SCRIPT_FAILED));
    await expect(reloadForScript(missing)).rejects.toThrow(SCRIPT_FAILED);
    expect(reload).toHaveBeenCalledOnce();
    // 'Try Again' was clicked.
    allowReload();
    reloadForScript(missing).catch(outcome);
    expect(reload).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(6_000);
  } finally {
    vi.useRealTimers();
  }
});
