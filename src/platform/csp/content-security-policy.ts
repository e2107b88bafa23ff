import { createHash } from 'node:crypto';

/** Where images may come from besides the shop itself: the origin of the map's tiles. */
export interface PolicySources {
  images?: readonly string[];
  /** The house whose captcha is asked: its script runs, in a frame of its own. */
  captcha?: 'turnstile' | 'hcaptcha';
}

/** As each house asks for in its manual. */
const HOUSES = {
  turnstile: { scripts: ['https://challenges.cloudflare.com'], more: [] },
  hcaptcha: {
    scripts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    more: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
} as const;

/**
 * The Content-Security-Policy of a page. Only the inline `scripts` given run, by their hashes, so the header is as
 * cacheable as the page. Trusted Types are required (shared/script-policies.ts) unless a captcha's provider runs scripts
 * of its own: whether those can live with them is theirs to change.
 */
export function cspFor(scripts: readonly string[], { images = [], captcha }: PolicySources = {}): string {
  const house = captcha ? HOUSES[captcha] : { scripts: [], more: [] };
  const hashes = new Set(
    scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
  );
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes, ...house.scripts].join(' '),
    "script-src-attr 'none'",
    // The toaster, dialogs and selects write <style> elements whose text differs by page and screen.
    ["style-src 'self' 'unsafe-inline'", ...house.more].join(' '),
    ["img-src 'self' data: blob:", ...images].join(' '),
    ["connect-src 'self'", ...house.more].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    house.scripts.length > 0 ? `frame-src ${house.scripts.join(' ')}` : "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(captcha ? [] : ["require-trusted-types-for 'script'", 'trusted-types aso-workers default']),
  ].join('; ');
}

/** `https://{s}.tiles.example/{z}/{x}/{y}.png` → `https://*.tiles.example`: the source that allows it. */
export function tileSource(template: string): string {
  const origin = /^(https?:\/\/)([^/?#]+)/.exec(template);
  if (!origin) throw new Error(`Not an address of map tiles: ${template}`);
  const [, scheme, host] = origin as unknown as [string, string, string];
  // A wildcard stands for a whole first label, so 'tiles-{s}.example' becomes '*.example'.
  return scheme + (host.includes('{') ? host.replace(/^.*\{[^}]*\}[^.]*/, '*') : host);
}
