import { createHash } from 'node:crypto';

/** Additional image origins: the origin of the map tiles. */
export interface PolicySources {
  images?: readonly string[];
  /** The external captcha provider: its script runs, in its own frame. */
  captcha?: 'turnstile' | 'hcaptcha';
}

/** As documented by each provider. */
const PROVIDERS = {
  turnstile: { scripts: ['https://challenges.cloudflare.com'], more: [] },
  hcaptcha: {
    scripts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    more: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
} as const;

/**
 * The Content-Security-Policy of a page. Only the given inline `scripts` run, by their hashes, so the header is as
 * cacheable as the page. Trusted Types are required (shared/script-policies.ts), except with the scripts of a captcha
 * provider, which may not support them.
 */
export function cspFor(scripts: readonly Uint8Array[], { images = [], captcha }: PolicySources = {}): string {
  const provider = captcha ? PROVIDERS[captcha] : { scripts: [], more: [] };
  const hashes = new Set(
    scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
  );
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes, ...provider.scripts].join(' '),
    "script-src-attr 'none'",
    // The toaster, dialogs and selects write <style> elements whose text differs by page and screen.
    ["style-src 'self' 'unsafe-inline'", ...provider.more].join(' '),
    ["img-src 'self' data: blob:", ...images].join(' '),
    ["connect-src 'self'", ...provider.more].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    provider.scripts.length > 0 ? `frame-src ${provider.scripts.join(' ')}` : "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(captcha ? [] : ["require-trusted-types-for 'script'", 'trusted-types aso-workers default']),
  ].join('; ');
}

/** `https://{s}.tiles.example/{z}/{x}/{y}.png` → `https://*.tiles.example`: the CSP source for the tiles. */
export function tileSource(template: string): string {
  const origin = /^(https?:\/\/)([^/?#]+)/.exec(template);
  if (!origin) throw new Error(`Not an address of map tiles: ${template}`);
  const [, scheme, host] = origin as unknown as [string, string, string];
  // A wildcard replaces a whole first label, so 'tiles-{s}.example' becomes '*.example'.
  return scheme + (host.includes('{') ? host.replace(/^.*\{[^}]*\}[^.]*/, '*') : host);
}
