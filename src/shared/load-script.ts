/** What a reader sees of a script that cannot be loaded although the shop answers. */
export const SCRIPT_FAILED =
  'A part of this page could not be loaded. Please check your connection and try again.';

/** ms between two attempts, and for an answer of the shop, while the browser believes it is online behind a dead router. */
const RETRY_MS = 5_000;

/** Of each script that waits: asks for it at once. */
const waiting = new Set<() => void>();
export const isScriptWaiting = (): boolean => waiting.size > 0;

/** Asks for the waiting scripts at once. */
export const tryScriptsAgain = (): void => {
  for (const tryAgain of waiting) tryAgain();
};

/** Dispatched at the window when a script begins or ends to wait. */
export const WAITING_CHANGED = 'scripts-waiting';

let asking: Promise<boolean> | undefined;

/** Whether the shop can be reached at this moment. */
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

/**
 * What `load` imports, also when the connection is down: then it is asked for again as soon as it is back. Throws only
 * when the shop answers and the script does not come, as after a deployment, whose files have other names. Without a
 * connection `load` is not called: some browsers keep a failed `import()` for as long as the document lives.
 */
export async function loadScript<Module>(load: () => Promise<Module>): Promise<Module> {
  let proceed = () => {};
  const tryAgain = () => proceed();
  try {
    for (;;) {
      if (navigator.onLine || (await shopAnswers())) {
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

/** Whether a whole new document may be asked for because of `reason`: once, so that it does not turn in a circle. */
export function mayReload(reason: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === reason) return false;
    sessionStorage.setItem(RELOADED, reason);
    return true;
  } catch {
    return false;
  }
}

/** After 'Try Again': the document may be asked for once more. */
export function allowReload(): void {
  try {
    sessionStorage.removeItem(RELOADED);
  } catch {
    // Without storage the document is never reloaded.
  }
}

/** ms that a reload may take to replace the document. */
const RELOAD_MS = 5_000;

/**
 * Reloads the document because `error` kept a script from loading. Rejects with SCRIPT_FAILED if that was tried before,
 * or if the document is still there afterwards: its user chose to stay, or the link is slow.
 */
export async function reloadForScript(error: Error): Promise<never> {
  if (mayReload(`${location.href} ${error.message}`)) {
    location.reload();
    await new Promise((resolve) => setTimeout(resolve, RELOAD_MS));
  }
  throw new Error(SCRIPT_FAILED, { cause: error });
}
