export const print = (text: string) => console.log(text);

/** Plain text on a terminal, otherwise a log line with level warn. */
export const warn = (text: string) =>
  process.stdout.isTTY ? print(`  WARNING: ${text}`) : console.warn(`WARNING: ${text}`);
