import { z } from 'zod';
import { nairaWith } from '#shared/shapes.ts';
import type { PlannedChange, PlannedKind, PlannedValueIn } from '../../planned.contract.ts';

/** What the form offers to plan, by the kind of thing. */
export const CHOICES: Readonly<Record<PlannedKind, Readonly<Record<string, string>>>> = {
  product: {
    price: 'Change the price',
    published: 'Publish it',
    draft: 'Make it a draft',
    featured: 'Feature it',
    unfeatured: 'Stop featuring it',
  },
  slide: { shown: 'Show it', hidden: 'Hide it' },
};

const VALUES: Readonly<Record<string, PlannedValueIn>> = {
  published: { status: 'published' },
  draft: { status: 'draft' },
  featured: { featured: true },
  unfeatured: { featured: false },
  shown: { isActive: true },
  hidden: { isActive: false },
};

const price = nairaWith({
  missing: {
    error: ({ input }) =>
      input === undefined ? 'Price is required' : 'Please enter a number, such as 12500 or 12,500.00',
  },
  tooLittle: 'Price must be 0 or more',
  tooMuch: 'Price must be at most 9,999,999,999.99',
  decimals: 'Price has at most two decimals',
});

/** The values of the form: the price counts only where it changes. */
export interface PlannedFields {
  choice: string;
  price: number | undefined;
  day: string;
}

export const plannedForm = z
  .object({ choice: z.string(), price: z.unknown(), day: z.iso.date('Please choose a day') })
  .transform(({ choice, price: typed, day }, { addIssue }): { to: PlannedValueIn; day: string } => {
    const to = VALUES[choice];
    if (to) return { to, day };
    const parsed = price.safeParse(typed);
    if (parsed.success) return { to: { price: parsed.data }, day };
    addIssue({ code: 'custom', path: ['price'], message: parsed.error.issues[0]!.message });
    return z.NEVER;
  });

function choiceOf(to: PlannedChange['to']): string {
  if ('price' in to) return 'price';
  if ('status' in to) return to.status;
  if ('featured' in to) return to.featured ? 'featured' : 'unfeatured';
  return to.isActive ? 'shown' : 'hidden';
}

export const fieldsFor =
  (kind: PlannedKind) =>
  (planned: PlannedChange | undefined): PlannedFields => ({
    choice: planned ? choiceOf(planned.to) : Object.keys(CHOICES[kind])[0]!,
    price: planned && 'price' in planned.to ? planned.to.price : undefined,
    day: planned?.day ?? '',
  });
