import { z } from 'zod';
import { status } from '#domains/orders/shapes.ts';
import { routes } from '#shared/route.ts';
import { id, instantOut, text } from '#shared/shapes.ts';

const products = z.array(z.object({ id, name: z.string() }));
const promotions = z.array(z.object({ id, name: z.string(), code: z.string() }));
const meant = z.object({ word: z.string(), by: z.array(z.string()) });

/** The newest of each kind, at most five. */
export const found = z.object({
  products,
  /** Products with a word that is close to one of the search, without those above. */
  close: z.array(meant.extend({ products })),
  orders: z.array(
    z.object({ id, orderNumber: z.string(), customerName: z.string(), status, createdAt: instantOut }),
  ),
  /** The account, and what its newest order that matches says of it. */
  customers: z.array(z.object({ id, name: z.string(), email: z.string(), phone: z.string().nullable() })),
  promotions,
  /** The same of promotions, where nothing is found exactly. */
  closePromotions: z.array(meant.extend({ promotions })),
});
export type Found = z.infer<typeof found>;

const search = routes('admin', 'search the back office');

export const searchContract = {
  findAnything: search('GET /admin/search', 'Products, orders, customers and promotions by name or number')
    .input(
      z.object({
        /** All words must match. For orders also a number, a URL, an email or a phone number. */
        search: text(200),
      }),
    )
    .output(found),
};
