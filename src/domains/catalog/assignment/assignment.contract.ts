import { z } from 'zod';
import { raises, route } from '#shared/route.ts';
import { id, image, naira, page, paged, text } from '#shared/shapes.ts';
import { ASSIGN_LIMIT } from './assignment.ts';

/** A product where promotions are given out. */
export const assignable = z.object({
  id,
  name: z.string(),
  price: naira,
  /** The category's name. */
  category: z.string().nullable(),
  /** The one promotion it is in, this or another. */
  promotion: z.object({ id, name: z.string() }).nullable(),
  image: image,
});
export type Assignable = z.infer<typeof assignable>;

const ids = z.array(id).max(ASSIGN_LIMIT).default([]);

/** Which products a promotion holds. */
export const assignmentContract = {
  /**
   * Every product by name, or those whose name or category holds each of the words; 50 a page. `assigned`: only those
   * that are in this promotion.
   */
  listAssignable: route('admin', 'manage promotions')
    .route({
      method: 'GET',
      path: '/promotions/{promotionId}/assignable-products',
      summary: 'Products that a promotion may hold',
    })
    .errors(raises('NOT_FOUND'))
    .input(
      z.object({
        promotionId: id,
        search: text(200).optional(),
        assigned: z.stringbool().or(z.boolean()).default(false),
        page: page.default(1),
      }),
    )
    .output(paged(assignable)),
  /** The ids of what listAssignable lists, without products of any promotion, up to ASSIGN_LIMIT of them. */
  listFreeIds: route('admin', 'manage promotions')
    .route({
      method: 'GET',
      path: '/promotions/{promotionId}/assignable-products/ids',
      summary: 'Ids of the products in no promotion',
    })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ promotionId: id, search: text(200).optional() }))
    .output(z.object({ ids: z.array(id), capped: z.boolean() })),
  listInPromotion: route('admin', 'manage promotions')
    .route({
      method: 'GET',
      path: '/promotions/{promotionId}/products',
      summary: 'Products of a promotion, by name',
    })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ promotionId: id, page: page.default(1) }))
    .output(paged(assignable)),
  /**
   * All or nothing: `join` are in this promotion afterwards and in no other, `leave` are not in it. Products that
   * are named in neither stay as they are, and so does who should leave but is in another promotion by now.
   * PRODUCTS_GONE {ids} when one that should join does not exist.
   */
  assignProducts: route('admin', 'manage promotions')
    .route({
      method: 'PATCH',
      path: '/promotions/{promotionId}/products',
      summary: 'Let products join and leave a promotion',
    })
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
