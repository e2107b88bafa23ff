import { z } from 'zod';
import { raises, route } from '#shared/route.ts';
import {
  day,
  filledText,
  id,
  instant,
  naira,
  nairaWith,
  page,
  paged,
  raisesStale,
  text,
  version,
} from '#shared/shapes.ts';
import { PROMOTION_SORTS } from './promotion-sorts.ts';

export const promotion = z.object({
  id,
  name: z.string(),
  description: z.string(),
  tagLine: z.string(),
  code: z.string(),
  startDate: day,
  endDate: day,
  promotionType: z.enum(['percentage', 'fixed']),
  /** Per cent, or naira. */
  promotionValue: naira,
  createdAt: instant,
});
export type Promotion = z.infer<typeof promotion>;

/** A promotion as the back office edits it: with the version a save refers to. */
export const promotionRecord = promotion.extend({ version });
export type PromotionRecord = z.infer<typeof promotionRecord>;

/** PostgreSQL's calendar has no year 0. */
const dayOr = (message: string) =>
  z.iso.date({ error: message, abort: true }).refine((one) => one >= '0001-01-01', message);

/** What the promotion form sends. The messages stand at the fields. */
export const promotionInput = z
  .object({
    name: filledText(1, 200, 'Title is required'),
    description: text(2000).trim().default(''),
    tagLine: text(200).trim().default(''),
    code: filledText(1, 40, 'Code is required').regex(
      /^[A-Za-z0-9_-]*$/,
      'Please use only letters, digits, - and _ in the code',
    ),
    startDate: dayOr('Start date is required'),
    endDate: dayOr('End date is required'),
    /** In either case: the form's labels are in capitals. */
    promotionType: z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.enum(['percentage', 'fixed']))
      .default('fixed'),
    /** Per cent, or naira. */
    promotionValue: nairaWith({
      missing: {
        error: ({ input }) => (input === undefined ? 'Value is required' : 'Please enter a number'),
      },
      tooLittle: 'Value must be more than 0',
      tooMuch: 'That is more than any price',
      decimals: 'At most two decimals, please',
    }).positive('Value must be more than 0'),
  })
  .superRefine((input, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    // Days compare as text.
    if (input.endDate < input.startDate) refuse('endDate', 'The end cannot be before the start');
    if (input.promotionType === 'percentage' && input.promotionValue > 100)
      refuse('promotionValue', 'A percentage is at most 100');
  });
export type PromotionInput = z.infer<typeof promotionInput>;

export const promotionsContract = {
  /** Every promotion, newest first. */
  list: route('admin', 'view promotions')
    .route({ method: 'GET', path: '/promotions', summary: 'All promotions, newest first' })
    .output(z.array(promotion)),
  /** Those whose window holds today, newest first. */
  listActive: route('visitor', 'view promotions')
    .route({ method: 'GET', path: '/promotions/active', summary: 'Promotions running today, newest first' })
    .output(z.object({ today: day, promotions: z.array(promotion) })),
  /** One page of the back office's table, newest first unless sorted, and which day it is in the shop. */
  listForAdmin: route('admin', 'manage promotions')
    .route({ method: 'GET', path: '/admin/promotions', summary: 'A page of promotions, searched and sorted' })
    .input(
      z.object({
        search: text(200).optional(),
        when: z.enum(['running', 'coming', 'past']).optional(),
        sort: z.enum(PROMOTION_SORTS).optional(),
        page: page.default(1),
      }),
    )
    .output(paged(promotionRecord).extend({ today: day })),
  getPromotion: route('admin', 'manage promotions')
    .route({ method: 'GET', path: '/promotions/{id}', summary: 'One promotion with its version' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(promotionRecord),
  /** TAKEN {field: 'code'} when another promotion has the code, in whatever case. */
  createPromotion: route('admin', 'manage promotions')
    .route({ method: 'POST', path: '/promotions', summary: 'Make a promotion' })
    .errors(raises('CONFLICT'))
    .input(
      promotionInput.safeExtend({
        /** Chosen by the form, so that pressing again after a lost answer makes no second promotion. */
        id: id.optional(),
      }),
    )
    .output(promotionRecord),
  /** Saves over the version that was read; STALE when there is a newer one. */
  updatePromotion: route('admin', 'manage promotions')
    .route({ method: 'PATCH', path: '/promotions/{id}', summary: 'Change a promotion' })
    .errors({ ...raises('NOT_FOUND', 'CONFLICT'), ...raisesStale(promotionRecord) })
    .input(promotionInput.safeExtend({ id, version }))
    .output(promotionRecord),
  /** Its products leave it and cost their list price again; orders keep the code. */
  deletePromotion: route('admin', 'manage promotions')
    .route({ method: 'DELETE', path: '/promotions/{id}', summary: 'Delete a promotion' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ id })),
};
