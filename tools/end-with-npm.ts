/**
 * Ends this process, as SIGTERM would, when its parent `npm` is gone. npm passes signals only to the shell between
 * them, which exits without forwarding them: the shop would keep running after `kill <npm>`.
 */
export function endWithNpm(): void {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
