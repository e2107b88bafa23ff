/**
 * Stands for the one place that all tabs of the browser share. `lead` is called when it is this tab's turn, at
 * once when nobody else has it; what it gives is called when the tab leaves, and then the next one leads. The
 * browser itself sees to it that a tab that is closed or dies leads no longer.
 */
export function electLeader(locks: LockManager, name: string, lead: () => () => void): () => void {
  const leaving = new AbortController();
  let resign = () => {};
  const begin = (): Promise<void> | undefined => {
    if (leaving.signal.aborted) return undefined;
    const stop = lead();
    return new Promise((resolve) => {
      resign = () => {
        stop();
        resolve();
      };
    });
  };
  locks.request(name, { signal: leaving.signal }, begin).catch(() => {
    // Left before its turn came. Or the page may not use locks, and then the tab goes alone.
    void begin();
  });
  return () => {
    leaving.abort();
    resign();
  };
}
