let busy = 0;

const confirm = (event: BeforeUnloadEvent) => event.preventDefault();

/** Asks before the page is closed, from the first `true` to the last `false` of all queues. */
export function confirmUnload(isBusy: boolean): void {
  busy += isBusy ? 1 : -1;
  if (busy > 0) window.addEventListener('beforeunload', confirm);
  else window.removeEventListener('beforeunload', confirm);
}
