import { z } from 'zod';
import { raises, routes } from '#shared/route.ts';
import { amountOut, id, image, page, paged, text } from '#shared/shapes.ts';
import { PRODUCT_STATUSES } from '../products/product-list.ts';
import { ASSIGN_LIMIT } from './assignment.ts';

/** A product in the list of products to assign to a promotion. */
export const assignable = z.object({
  id,
  name: z.string(),
  price: amountOut,
  /** The category's name. */
  category: z.string().nullable(),
  /** Its promotion, this one or another. */
  promotion: z.object({ id, name: z.string() }).nullable(),
  status: z.enum(PRODUCT_STATUSES),
  image: image,
});
export type Assignable = z.infer<typeof assignable>;

const manage = routes('admin', 'manage promotions');

const ids = z.array(id).max(ASSIGN_LIMIT).default([]);

/** Operations that assign products to promotions. */
export const assignmentContract = {
  /**
   * All products by name, or those whose name or category contains every word or has another form of it; 50 a page.
   * `assigned`: only products of this promotion.
   */
  listAssignable: manage(
    'GET /admin/promotions/{promotionId}/assignable-products',
    'Products that a promotion may hold',
  )
    .errors(raises('NOT_FOUND'))
    .input(
      z.object({
        promotionId: id,
        search: text(200).optional(),
        assigned: z.stringbool().or(z.boolean()).default(false),
        page: page.default(1),
      }),
    )
    .output(
      paged(assignable).extend({
        /** On the first page of a search: the same with words that are close to one of it, which listFreeIds leaves out. */
        close: z.array(z.object({ word: z.string(), by: z.array(z.string()), items: z.array(assignable) })),
      }),
    ),
  /** The ids of the products that listAssignable lists and that have no promotion, up to ASSIGN_LIMIT. */
  listFreeIds: manage(
    'GET /admin/promotions/{promotionId}/assignable-products/ids',
    'Ids of the products in no promotion',
  )
    .errors(raises('NOT_FOUND'))
    .input(z.object({ promotionId: id, search: text(200).optional() }))
    .output(
      z.object({
        ids: z.array(id),
        /** Whether there are more than one save accepts. */
        capped: z.boolean(),
        /** Whether products of another promotion match too; they are not among the ids. */
        others: z.boolean(),
      }),
    ),
  listInPromotion: manage('GET /admin/promotions/{promotionId}/products', 'Products of a promotion, by name')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ promotionId: id, page: page.default(1) }))
    .output(paged(assignable)),
  /**
   * Atomic: `join` are afterwards in this promotion and no other, `leave` are not in it. Other products do
   * not change, nor does a product to leave that is in another promotion by now. PRODUCTS_GONE {ids} if a
   * product to join does not exist.
   */
  assignProducts: manage(
    'PATCH /admin/promotions/{promotionId}/products',
    'Let products join and leave a promotion',
    { change: 'Changed the promotion of {products}' },
  )
    .errors(raises('NOT_FOUND', 'PRODUCTS_GONE'))
    .input(
      z
        .object({ promotionId: id, join: ids, leave: ids })
        .refine(({ join, leave }) => join.length + leave.length <= ASSIGN_LIMIT, {
          message: `At most ${ASSIGN_LIMIT} products change at once`,
        })
        .refine(({ join, leave }) => !leave.some((one) => join.includes(one)), {
          message: 'A product cannot join and leave at once',
        }),
    )
    .output(
      z.object({
        joined: z.int(),
        /** Those of `joined` that were in another promotion. */
        moved: z.int(),
        left: z.int(),
      }),
    ),
};
