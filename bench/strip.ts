/** Pages asked for with this header come without their scripts. */
export const WITHOUT_SCRIPTS = 'x-without-scripts';

/** The page's HTML with neither scripts nor the wish to load them early. */
export const strip = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '');
