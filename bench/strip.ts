/** Pages requested with this header are served without scripts. */
export const WITHOUT_SCRIPTS = 'x-without-scripts';

/** The page's HTML without scripts and module preloads. */
export const strip = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '');
