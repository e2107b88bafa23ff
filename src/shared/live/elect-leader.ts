/**
 * Elects one leader among the browser's tabs. `lead` is called when this tab becomes the leader, at once if there is
 * none; the function it returns is called when the tab resigns, and then the next one leads. The browser releases the
 * lock of a closed or crashed tab.
 */
export function electLeader(locks: LockManager, name: string, lead: () => () => void): () => void {
  const resignation = new AbortController();
  let resign = () => {};
  const begin = (): Promise<void> | undefined => {
    if (resignation.signal.aborted) return undefined;
    const stop = lead();
    return new Promise((resolve) => {
      resign = () => {
        stop();
        resolve();
      };
    });
  };
  locks.request(name, { signal: resignation.signal }, begin).catch(() => {
    // Aborted before this tab became leader, or the page may not use locks and has its own stream.
    void begin();
  });
  return () => {
    resignation.abort();
    resign();
  };
}
