const later = new Set<() => Promise<unknown>>();

/** Declares a script that is not part of its page, to be loaded while the page is idle. `load` may be called often. */
export const loadWhileIdle = (load: () => Promise<unknown>): void => {
  later.add(load);
};

/** Loads the declared scripts, one after the other, until `signal` is aborted. One that fails is loaded when needed. */
export async function loadIdleScripts(signal: AbortSignal): Promise<void> {
  for (const load of later) {
    if (signal.aborted) return;
    await load().then(
      () => later.delete(load),
      () => {},
    );
  }
}
