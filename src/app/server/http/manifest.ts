import { Hono } from 'hono';
import { PAGE } from '#brand/look.ts';

const ICON = { type: 'image/png', purpose: 'any maskable' };

/** The web app manifest: the shop's name and colours for a browser that adds it to a home screen. */
export function manifest(shopName: string): Hono {
  const body = JSON.stringify({
    name: shopName,
    short_name: shopName,
    start_url: '/',
    display: 'browser',
    background_color: PAGE.light,
    theme_color: PAGE.light,
    icons: [192, 512].map((side) => ({ src: `/icon-${side}.png`, sizes: `${side}x${side}`, ...ICON })),
  });
  return new Hono().get('/site.webmanifest', (c) =>
    c.body(body, 200, {
      'content-type': 'application/manifest+json',
      'cache-control': 'public, max-age=3600',
    }),
  );
}
