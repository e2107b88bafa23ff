export const say = (text: string) => console.log(text);

/** Plain text on a terminal, otherwise a log line with level warn. */
export const warn = (text: string) =>
  process.stdout.isTTY ? say(`  WARNING: ${text}`) : console.warn(`WARNING: ${text}`);
