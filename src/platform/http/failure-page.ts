import { brandCss } from '#brand/css.ts';
import { LOCALE } from '#brand/locale.ts';
import { escapeHtml } from '#platform/mail/layout.ts';

interface Failure {
  title: string;
  text: string;
  /** A retry may succeed. */
  isPassing?: boolean;
}

/** The texts, by error code. */
const TEXTS = {
  BUSY: {
    title: 'The shop is busy',
    text: 'Nothing is lost. Please try again in a few seconds.',
    isPassing: true,
  },
  /** Answered by the service worker; not an answer of the server. */
  OFFLINE: {
    title: 'You are offline',
    text: 'This page is not on your device. Pages that you have opened before, your cart and your notes are.',
    isPassing: true,
  },
  PREVIEW_EXPIRED: {
    title: 'This preview has ended',
    text: 'A preview link works for 24 hours. Please ask for a new one, or look at the shop as it is today.',
  },
  PREVIEW_INVALID: {
    title: 'This preview link is not valid',
    text: 'It was changed, or part of it was lost when it was sent. Please ask for it again, or look at the shop as it is today.',
  },
  UNEXPECTED: {
    isPassing: true,
    title: 'Something went wrong on our side',
    text: 'Please try again. If it goes on, tell the shop this reference, and it can look up what happened.',
  },
} satisfies Record<string, Failure>;
export type FailureCode = Exclude<keyof typeof TEXTS, 'OFFLINE'>;

/** The look of the pages, inlined: the failure may affect the server of design/styles.css. */
const STYLE = `${brandCss()}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100svh;display:grid;grid-template-rows:auto auto 1fr;background:var(--background);color:var(--foreground);font:16px/1.55 var(--text-font),system-ui,sans-serif;-webkit-text-size-adjust:100%;-webkit-font-smoothing:antialiased;overflow-wrap:break-word}
.edge{height:8px;background:repeating-linear-gradient(0deg,rgb(0 0 0/.2) 0 1px,transparent 1px 2px),repeating-linear-gradient(90deg,var(--thread-indigo) 0 44px,var(--thread-cream) 44px 46px,var(--thread-indigo) 46px 50px,var(--thread-gold) 50px 58px,var(--thread-indigo) 58px 62px,var(--thread-cream) 62px 64px,var(--thread-oxblood) 64px 84px,var(--thread-cream) 84px 86px,var(--thread-gold) 86px 90px,var(--thread-cream) 90px 92px)}
header,main{width:100%;max-width:82rem;margin:0 auto;padding:0 clamp(1rem,4vw,3rem)}
header{padding-block:12px}
.name,h1{font-family:var(--display-font),Georgia,serif;-webkit-text-stroke:.3px}
.name{display:inline-flex;align-items:center;gap:10px;min-height:44px;font-size:1.625rem;line-height:1;color:inherit;text-decoration:none}
.name img{width:.95em;height:.95em}
main{align-self:center;display:grid;gap:20px;justify-items:start;padding-block:32px 15vh}
main::before{content:"";width:96px;height:6px;background:var(--promo-fill)}
h1{margin:0;font-size:clamp(1.875rem,1.55rem + 1.6vw,3rem);font-weight:400;line-height:1.1;text-wrap:balance}
p{margin:0;max-width:65ch;font-size:clamp(1.0625rem,1rem + .3vw,1.1875rem);line-height:1.5;text-wrap:pretty}
.ways{display:flex;flex-wrap:wrap;align-items:center;gap:8px 24px;font-size:1rem}
.ways a{display:inline-flex;align-items:center;min-height:44px;font-weight:600;color:var(--primary);text-underline-offset:.25em}
.ways a:first-child{padding:0 20px;border-radius:2px;background:var(--primary-fill);color:var(--primary-foreground);text-decoration:none}
.ways a:first-child:hover{background:var(--primary-hover)}
a:focus-visible{outline:3px solid var(--ring);outline-offset:2px}
.reference{font-size:.875rem;color:var(--muted-foreground)}
.reference span{display:inline-block;max-width:100%;user-select:all;-webkit-user-select:all;overflow-wrap:anywhere}`;

/**
 * An error page for when the shop's own pages cannot be rendered: one response, no script. `reference` identifies the
 * error in the log.
 */
export function failurePage({
  shopName,
  code,
  reference,
}: {
  shopName: string;
  code: keyof typeof TEXTS;
  /** In the log. */
  reference?: string;
}): string {
  const name = escapeHtml(shopName);
  const { title, text, isPassing = false }: Failure = TEXTS[code];
  const back = code === 'OFFLINE' ? '<a href="/wishlist">Your cart</a>' : '';
  const links = isPassing
    ? `<a href="">Try Again</a>${back}<a href="/">Return to the front page</a>`
    : `<a href="/">Go to the shop of today</a>`;
  const found =
    isPassing && reference ? `<p class="reference">Reference: <span>${escapeHtml(reference)}</span></p>` : '';
  return `<!doctype html><html lang="${LOCALE}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex"><title>${title} | ${name}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${STYLE}</style></head><body><div class="edge"></div><header><a class="name" href="/"><img src="/favicon.svg" alt="" width="25" height="25">${name}</a></header><main><h1>${title}</h1><p>${text}</p><p class="ways">${links}</p>${found}</main></body></html>`;
}
