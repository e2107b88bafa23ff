import type { Log } from '#platform/log.ts';
import { render } from './http/render.tsx';
import type { Installation } from './installation.ts';
import { createShop, type Shop } from './shop.ts';

// The entry of the server's build. What it is composed of is in shop.ts.

/** Assembles the shop on a migrated database. */
export const boot = (installation: Installation, log: Log): Promise<Shop> =>
  createShop(installation, log, render);
export type Boot = typeof boot;

/** The framework's build requires a server entry; the shop itself is started through `boot`. */
export default { fetch: () => new Response('Not started', { status: 503 }) };
