import { Hono } from 'hono';
import { LOCALE } from '#brand/locale.ts';
import { PAGE } from '#brand/look.ts';

/** Two of each: a mask may cut off all but a circle of an icon that is 'maskable'. */
const ICONS = (['any', 'maskable'] as const).flatMap((purpose) =>
  [192, 512].map((side) => ({
    src: `/icon-${purpose === 'any' ? '' : 'maskable-'}${side}.png`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  })),
);

interface App {
  name: string;
  shortName: string;
  /** The application's first page and identity, and what it consists of. */
  start: string;
  scope: string;
  shortcuts: [name: string, url: string][];
}

function manifestOf({ name, shortName, start, scope, shortcuts }: App): string {
  return JSON.stringify({
    id: start,
    name,
    short_name: shortName,
    lang: LOCALE,
    start_url: start,
    scope,
    display: 'standalone',
    background_color: PAGE.light,
    theme_color: PAGE.light,
    icons: ICONS,
    shortcuts: shortcuts.map(([title, url]) => ({ name: title, url, icons: [ICONS[0]] })),
  });
}

/** The web app manifests: the shop, and the back office, which staff install beside it. */
export function manifest(shopName: string): Hono {
  const manifests = {
    '/site.webmanifest': manifestOf({
      name: shopName,
      shortName: shopName,
      start: '/',
      scope: '/',
      shortcuts: [
        ['Shop', '/products'],
        ['Your orders', '/orders'],
      ],
    }),
    '/admin.webmanifest': manifestOf({
      name: `${shopName} back office`,
      shortName: 'Back office',
      start: '/admin',
      // Without a slash at its end, as the first page has none.
      scope: '/admin',
      shortcuts: [
        ['Orders', '/admin/orders'],
        ['Products', '/admin/products'],
      ],
    }),
  };
  const app = new Hono();
  for (const [path, body] of Object.entries(manifests)) {
    app.get(path, (c) =>
      c.body(body, 200, {
        'content-type': 'application/manifest+json',
        'cache-control': 'public, max-age=3600',
      }),
    );
  }
  return app;
}
