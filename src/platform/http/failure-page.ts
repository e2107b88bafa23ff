import { escapeHtml } from '#platform/mail/layout.ts';

/** The texts, by error code. */
const TEXTS = {
  BUSY: { title: 'The shop is busy', text: 'Nothing is lost. Please try again in a few seconds.' },
  UNEXPECTED: {
    title: 'Something went wrong on our side',
    text: 'Please try again. If it goes on, tell the shop this reference, and it can look up what happened.',
  },
} as const;

/** The look of design/styles.css, inlined: the failure may affect the server of that file. */
const STYLE = `@font-face{font-family:Commissioner;src:url(/fonts/commissioner-2.woff2) format("woff2");font-weight:400 700;font-display:swap}
@font-face{font-family:"Noto Serif Display";src:url(/fonts/noto-serif-display.woff2) format("woff2");font-weight:400 700;font-display:swap}
:root{color-scheme:light;--paper:#faf6ec;--ink:#1f1913;--quiet:#655847;--link:#262c6b;--fill:#262c6b;--hover:#353c86;--on-fill:#fbf7ee;--ring:#b0680c;--promo:#8f1d2c;--indigo:#262c6b;--gold:#c98f2b;--oxblood:#8f1d2c;--cream:#f3e6c8}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--paper:#15110d;--ink:#f4ecdd;--quiet:#b9ab95;--link:#b3bbf5;--fill:#4850b0;--hover:#5660c6;--ring:#e9b154;--promo:#a52a3c;--indigo:#4a53a8;--oxblood:#9c2f3d;--cream:#d9c9a3}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100svh;display:grid;grid-template-rows:auto auto 1fr;background:var(--paper);color:var(--ink);font:16px/1.55 Commissioner,system-ui,sans-serif;-webkit-text-size-adjust:100%;-webkit-font-smoothing:antialiased;overflow-wrap:break-word}
.edge{height:8px;background:repeating-linear-gradient(0deg,rgb(0 0 0/.2) 0 1px,transparent 1px 2px),repeating-linear-gradient(90deg,var(--indigo) 0 44px,var(--cream) 44px 46px,var(--indigo) 46px 50px,var(--gold) 50px 58px,var(--indigo) 58px 62px,var(--cream) 62px 64px,var(--oxblood) 64px 84px,var(--cream) 84px 86px,var(--gold) 86px 90px,var(--cream) 90px 92px)}
header,main{width:100%;max-width:82rem;margin:0 auto;padding:0 clamp(1rem,4vw,3rem)}
header{padding-block:12px}
.name,h1{font-family:"Noto Serif Display",Georgia,serif;-webkit-text-stroke:.3px}
.name{display:inline-flex;align-items:center;gap:10px;min-height:44px;font-size:1.625rem;line-height:1;color:inherit;text-decoration:none}
.name img{width:.95em;height:.95em}
main{align-self:center;display:grid;gap:20px;justify-items:start;padding-block:32px 15vh}
main::before{content:"";width:96px;height:6px;background:var(--promo)}
h1{margin:0;font-size:clamp(1.875rem,1.55rem + 1.6vw,3rem);font-weight:400;line-height:1.1;text-wrap:balance}
p{margin:0;max-width:65ch;font-size:clamp(1.0625rem,1rem + .3vw,1.1875rem);line-height:1.5;text-wrap:pretty}
.ways{display:flex;flex-wrap:wrap;align-items:center;gap:8px 24px;font-size:1rem}
.ways a{display:inline-flex;align-items:center;min-height:44px;font-weight:600;color:var(--link);text-underline-offset:.25em}
.ways a:first-child{padding:0 20px;border-radius:2px;background:var(--fill);color:var(--on-fill);text-decoration:none}
.ways a:first-child:hover{background:var(--hover)}
a:focus-visible{outline:3px solid var(--ring);outline-offset:2px}
.reference{font-size:.875rem;color:var(--quiet)}
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
  reference: string;
}): string {
  const name = escapeHtml(shopName);
  const { title, text } = TEXTS[code];
  return `<!doctype html><html lang="en-NG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex"><title>${title} | ${name}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${STYLE}</style></head><body><div class="edge"></div><header><a class="name" href="/"><img src="/favicon.svg" alt="" width="25" height="25">${name}</a></header><main><h1>${title}</h1><p>${text}</p><p class="ways"><a href="">Try Again</a><a href="/">Return to the front page</a></p><p class="reference">Reference: <span>${escapeHtml(reference)}</span></p></main></body></html>`;
}
