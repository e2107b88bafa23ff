import { createHash } from 'node:crypto';

/** Where pictures may come from besides the shop itself: the origin of the map's tiles. */
export interface PolicySources {
  pictures?: readonly string[];
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
 * The Content-Security-Policy of a rendered page: its inline scripts are named by their hashes, so the
 * header is as cacheable as the page. Data blocks (JSON-LD) are not executed and need none.
 */
export function cspFor(html: string, { pictures = [], captcha }: PolicySources = {}): string {
  const house = captcha ? HOUSES[captcha] : { scripts: [], more: [] };
  const hashes = new Set(
    inlineScripts(html).map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
  );
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes, ...house.scripts].join(' '),
    "script-src-attr 'none'",
    // The toaster, dialogs and selects write <style> elements whose text differs by page and screen.
    ["style-src 'self' 'unsafe-inline'", ...house.more].join(' '),
    ["img-src 'self' data: blob:", ...pictures].join(' '),
    ["connect-src 'self'", ...house.more].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    house.scripts.length > 0 ? `frame-src ${house.scripts.join(' ')}` : "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
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

const OPENING = /<script\b((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
const CLOSING = /<\/script[\s/>]/gi;
const EXECUTED = /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

/** The texts of the scripts that the browser would execute or read as rules, as the browser hashes them. */
function inlineScripts(html: string): string[] {
  const scripts: string[] = [];
  OPENING.lastIndex = 0;
  for (let opening = OPENING.exec(html); opening; opening = OPENING.exec(html)) {
    const start = OPENING.lastIndex;
    CLOSING.lastIndex = start;
    const end = CLOSING.exec(html)?.index ?? html.length;
    const attributes = opening[1] ?? '';
    const type = attribute(attributes, 'type');
    if (attribute(attributes, 'src') === null && EXECUTED.test((type ?? '').trim().replace(/;.*$/, ''))) {
      // The parser of HTML knows one kind of line end.
      scripts.push(html.slice(start, end).replace(/\r\n?/g, '\n'));
    }
    OPENING.lastIndex = end;
  }
  return scripts;
}

function attribute(attributes: string, name: string): string | null {
  const found = new RegExp(
    `(?:^|[\\s"'/])${name}(?:\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))|(?=[\\s/]|$))`,
    'i',
  ).exec(attributes);
  return found ? (found[1] ?? found[2] ?? found[3] ?? '') : null;
}
