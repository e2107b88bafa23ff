/** The message for a script that cannot be loaded although the shop responds. */
export const SCRIPT_FAILED =
  'A part of this page could not be loaded. Please check your connection and try again.';

/** Delay between attempts, and timeout of the shop's response, in ms, while the browser wrongly reports online. */
const RETRY_MS = 5_000;

/** For each waiting script: retries at once. */
const waiting = new Set<() => void>();
export const isScriptWaiting = (): boolean => waiting.size > 0;

/** Retries the waiting scripts at once. */
export const tryScriptsAgain = (): void => {
  for (const tryAgain of waiting) tryAgain();
};

/** Dispatched on the window when a script starts or stops waiting. */
export const WAITING_CHANGED = 'scripts-waiting';

let asking: Promise<boolean> | undefined;

/** Whether the shop can be reached now. */
export function shopAnswers(): Promise<boolean> {
  asking ??= fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(RETRY_MS) })
    .then(
      ({ ok }) => ok,
      () => false,
    )
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

/** Whether the service worker may have the scripts of this page: it stores none of the back office. */
const mayBeStored = () =>
  Boolean(navigator.serviceWorker?.controller) && !location.pathname.startsWith('/admin');

/**
 * The result of `load`, an import, also if the connection is down: then it is retried when it is back. Throws only if
 * the shop responds and the script fails to load, as after a deployment, whose files have other names. Without a
 * connection and a service worker `load` is not called: some browsers cache a failed `import()` for the lifetime of the
 * document.
 */
export async function loadScript<Module>(load: () => Promise<Module>): Promise<Module> {
  let proceed = () => {};
  const tryAgain = () => proceed();
  try {
    for (;;) {
      if (navigator.onLine || mayBeStored() || (await shopAnswers())) {
        try {
          return await load();
        } catch (error) {
          if (await shopAnswers()) throw error;
        }
      }
      waiting.add(tryAgain);
      dispatchEvent(new Event(WAITING_CHANGED));
      const ended = new AbortController();
      await new Promise<void>((resolve) => {
        proceed = resolve;
        addEventListener('online', tryAgain, { signal: ended.signal });
        const timer = navigator.onLine ? setTimeout(tryAgain, RETRY_MS) : undefined;
        ended.signal.addEventListener('abort', () => clearTimeout(timer));
      });
      ended.abort();
    }
  } finally {
    if (waiting.delete(tryAgain)) dispatchEvent(new Event(WAITING_CHANGED));
  }
}

const RELOADED = 'reloaded-for-new-version';

/** Whether the document may be reloaded because of `reason`: once, to prevent a reload loop. */
export function mayReload(reason: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === reason) return false;
    sessionStorage.setItem(RELOADED, reason);
    return true;
  } catch {
    return false;
  }
}

/** After 'Try Again': the document may be reloaded once more. */
export function allowReload(): void {
  try {
    sessionStorage.removeItem(RELOADED);
  } catch {
    // Without storage the document is never reloaded.
  }
}

/** Maximum time for a reload to replace the document, ms. */
const RELOAD_MS = 5_000;

/**
 * Reloads the document because `error` prevented a script from loading. Rejects with SCRIPT_FAILED if that was tried
 * before, or if the document is still there afterwards: the user chose to stay, or the connection is slow.
 */
export async function reloadForScript(error: Error): Promise<never> {
  if (mayReload(`${location.href} ${error.message}`)) {
    location.reload();
    await new Promise((resolve) => setTimeout(resolve, RELOAD_MS));
  }
  throw new Error(SCRIPT_FAILED, { cause: error });
}
