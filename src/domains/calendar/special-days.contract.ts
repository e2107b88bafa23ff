import { z } from 'zod';
import { oneSetForRetries, raises, routes } from '#shared/route.ts';
import { day, filledText, id, instantOut, raisesStale, version } from '#shared/shapes.ts';

const MISSING = 'Please choose a day';
const formDay = z.iso.date({ error: MISSING, abort: true }).refine((one) => one >= '0001-01-01', MISSING);

/** The input of the form of a special day. */
export const specialDayInput = z
  .object({
    name: filledText(1, 60, 'Name is required'),
    firstDay: formDay,
    lastDay: formDay,
    /** On the same days of every year. */
    everyYear: z.boolean().default(false),
  })
  .superRefine(({ firstDay, lastDay }, { addIssue }) => {
    const refuse = (message: string) => addIssue({ code: 'custom', path: ['lastDay'], message });
    if (lastDay < firstDay) refuse('The last day cannot be before the first');
    else if (Date.parse(lastDay) - Date.parse(firstDay) > 60 * 86_400_000)
      refuse('That is more than 60 days');
  });
export type SpecialDayInput = z.infer<typeof specialDayInput>;

/** A holiday or another time that the calendar marks. */
export const specialDay = z.object({
  id,
  version,
  name: z.string(),
  firstDay: day,
  lastDay: day,
  everyYear: z.boolean(),
  /** Who saved it last, if known. */
  updatedBy: z.string().nullable(),
  updatedAt: instantOut,
});
export type SpecialDay = z.infer<typeof specialDay>;

const manage = routes('admin', 'manage the calendar');

export const specialDaysContract = {
  /** Raises LIST_FULL beyond 200. A repeated id is the same day. */
  createSpecialDay: manage('POST /admin/special-days', 'Add a day that the calendar marks', {
    change: 'Added {days} to the calendar',
    ...oneSetForRetries,
  })
    .errors({ ...raises('LIST_FULL'), ...raisesStale(specialDay) })
    .input(specialDayInput.safeExtend({ id }))
    .output(specialDay),
  /** Saves over the version that was read. */
  updateSpecialDay: manage('PATCH /admin/special-days/{id}', 'Change a day that the calendar marks', {
    change: 'Changed {days} in the calendar',
  })
    .errors({ ...raises('NOT_FOUND'), ...raisesStale(specialDay) })
    .input(specialDayInput.safeExtend({ id, version }))
    .output(specialDay),
  deleteSpecialDay: manage('DELETE /admin/special-days/{id}', 'Delete a day that the calendar marks', {
    change: 'Deleted {days} from the calendar',
  })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ deleted: z.literal(true) })),
};
