/** Formats a waiting time, rounded up: '20 seconds', 'a minute', '5 minutes', 'an hour', '7 hours'. */
export function formatWait(seconds: number): string {
  const [amount, one, many] =
    seconds < 100
      ? [Math.max(1, Math.ceil(seconds)), 'a second', 'seconds']
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), 'a minute', 'minutes']
        : [Math.ceil(seconds / 3600), 'an hour', 'hours'];
  return amount === 1 ? one : `${amount} ${many}`;
}
