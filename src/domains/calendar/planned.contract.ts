import { z } from 'zod';
import { oneSetForRetries, raises, route, routes } from '#shared/route.ts';
import { amountOut, day, id, instantOut, nairaWith, raisesStale, version } from '#shared/shapes.ts';

/** What changes can be planned for. */
export const PLANNED_KINDS = ['product', 'slide'] as const;
export type PlannedKind = (typeof PLANNED_KINDS)[number];
const kind = z.enum(PLANNED_KINDS);

const valueWith = <P extends z.ZodType>(price: P) =>
  z.union([
    z.strictObject({ price }),
    z.strictObject({ status: z.enum(['draft', 'published']) }),
    z.strictObject({ featured: z.boolean() }),
    z.strictObject({ isActive: z.boolean() }),
  ]);

/** One field of a product or slide with its new value. */
const valueIn = valueWith(
  nairaWith({
    missing: { error: 'Price is required' },
    tooLittle: 'Price must be 0 or more',
    tooMuch: 'Price must be at most 9,999,999,999.99',
    decimals: 'Price has at most two decimals',
  }),
);
export type PlannedValueIn = z.infer<typeof valueIn>;

/** A change that the shop makes at the start of a day. */
export const plannedChange = z.object({
  id,
  version,
  day,
  kind,
  thingId: id,
  /** The name of the product, or the title of the slide. */
  thing: z.string(),
  to: valueWith(amountOut),
  /** Who planned or changed it last, if known. */
  plannedBy: z.string().nullable(),
  updatedAt: instantOut,
});
export type PlannedChange = z.infer<typeof plannedChange>;

const PLAN = 'plan changes';
const plan = routes('admin', PLAN);
const summary =
  (text: string) =>
  ({ kind }: { kind?: PlannedKind }) =>
    text.replace('{}', kind === 'slide' ? '{slides}' : '{products}');

export const plannedContract = {
  /** By day, then by field. */
  listPlannedChanges: plan('GET /admin/planned-changes', 'What is planned for a product or slide')
    .input(z.object({ thingId: id }))
    .output(z.object({ today: day, items: z.array(plannedChange) })),
  /**
   * NOT_FOUND if the product or slide is gone. BAD_INPUT at `day` unless it is after today and within two years, or if this
   * field has a change on it. A repeated id is the same change.
   */
  planChange: route('admin', PLAN, { change: summary('Planned a change of {}'), ...oneSetForRetries })
    .route({ method: 'POST', path: '/admin/planned-changes', summary: 'Plan a change for a day' })
    .errors({ ...raises('NOT_FOUND'), ...raisesStale(plannedChange) })
    .input(z.object({ id, kind, thingId: id, day, to: valueIn }))
    .output(plannedChange),
  /** Saves over the version that was read. `kind` is that of its thing. */
  updatePlannedChange: plan('PATCH /admin/planned-changes/{id}', 'Change what is planned', {
    change: summary('Changed what is planned for {}'),
  })
    .errors({ ...raises('NOT_FOUND'), ...raisesStale(plannedChange) })
    .input(z.object({ id, version, kind, day, to: valueIn }))
    .output(plannedChange),
  deletePlannedChange: plan('DELETE /admin/planned-changes/{id}', 'Remove a planned change', {
    change: summary('Removed a planned change of {}'),
  })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id, kind }))
    .output(z.object({ deleted: z.literal(true) })),
};
