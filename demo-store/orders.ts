import type { DemoUserKey } from './people.ts';

/** An order of the demonstration shop; prices and numbers are made when it is seeded. */
export type DemoOrder = {
  customerKey: DemoUserKey;
  status: 'pending' | 'processing' | 'completed' | 'cancelled';
  /** Age in days on the day of seeding; may be a fraction, for 'about 3 hours ago'. */
  daysAgo: number;
  /** The customer did not press 'Continue to WhatsApp'. */
  isUnopened?: true;
  /** The due day, in days from the day of seeding. */
  dueInDays?: number;
  /** The notes by the keys of the products. */
  items: Readonly<Record<string, string | null>>;
};

export const demoOrders: readonly DemoOrder[] = [
  {
    customerKey: 'amara',
    status: 'pending',
    daysAgo: 0.1,
    items: {
      'adire-ewa-osun': 'Two wrappers from the same dyer if possible, hemmed please.',
      'gele-champagne-metallic': 'Auto-gèlè, head 23 inches, fan to the left.',
      'iro-coral-lace': 'Bust 38, hip 44, waist to ankle 41.',
      'bag-clutch-emerald': null,
    },
  },
  {
    customerKey: 'amara',
    status: 'processing',
    daysAgo: 6,
    dueInDays: 2,
    items: {
      'gown-sunset-fan': 'UK 14, but take the waist in by an inch.',
      'shoe-mule-metallic': 'EU 40, left foot a little wide.',
    },
  },
  {
    customerKey: 'amara',
    status: 'completed',
    daysAgo: 31,
    items: {
      'boys-agbada-sky': 'For Obinna, 41 inches tall, turning four.',
      'girls-iro-rose': 'For Adaeze: 48 inches, seven years, head 20 inches.',
      'isiagu-royal-short': 'Size L, chest 42.',
    },
  },
  {
    customerKey: 'amara',
    status: 'cancelled',
    daysAgo: 62,
    isUnopened: true,
    items: { 'kaftan-sky-jalabiya': null },
  },
  {
    customerKey: 'chidinma',
    status: 'pending',
    daysAgo: 0.4,
    isUnopened: true,
    items: {
      'isiagu-oxblood': 'My father’s: chest 46, sleeve 25, full length 44.',
      'fila-red-cap': '60 cm. He takes his title on the second Saturday of next month.',
    },
  },
  {
    customerKey: 'chidinma',
    status: 'completed',
    daysAgo: 45,
    items: { 'iro-champagne-mother': 'Blouse 18, hip 48, I shall wear two-inch heels.' },
  },
  {
    customerKey: 'ibrahim',
    status: 'processing',
    daysAgo: 3,
    dueInDays: -1,
    items: {
      'kaftan-emerald-kano': 'Nape to hem 47 inches, chest 43.',
      'fila-zanna-hula': '58 centimetres, measured twice.',
      'shoe-kano-sandals': 'Photograph of my foot follows on WhatsApp.',
    },
  },
  {
    customerKey: 'ibrahim',
    status: 'completed',
    daysAgo: 27,
    items: { 'kaftan-cream-linen': 'Six foot one, chest 43. Deep seat, please.' },
  },
  {
    customerKey: 'yetunde',
    status: 'pending',
    daysAgo: 1,
    items: {
      'iro-wine-aso-oke-bridal': 'Engagement in nine weeks. Bust 36, hip 42, height 5ft 5, head 22.5.',
      'agbada-etu-groom': 'For my fiancé: head 23.5 inches, same date.',
    },
  },
  {
    customerKey: 'yetunde',
    status: 'cancelled',
    daysAgo: 20,
    items: {
      'aso-oke-royal-metallic': 'Twelve sets for aṣọ ẹbí, what would the price be?',
    },
  },
  {
    customerKey: 'emeka',
    status: 'processing',
    daysAgo: 4,
    items: {
      'senator-charcoal': 'Waist 36, trouser length 41, leave the ankle at eight inches.',
      'shoe-brogue-cognac': 'EU 45, width G.',
    },
  },
  {
    customerKey: 'emeka',
    status: 'completed',
    daysAgo: 22,
    items: {
      'shirt-discs-palm': 'XL',
      'shirt-crackle-indigo': 'Chest 46, hem at the hip.',
      'bag-satchel-cognac': null,
    },
  },
  {
    customerKey: 'zainab',
    status: 'pending',
    daysAgo: 2,
    items: {
      'bubu-adire-splash': 'I am 5 ft 9.',
      'boys-kaftan-ochre': 'Musa 44 in, chest 24; Umar 50 in, chest 26: one each, please.',
    },
  },
  {
    customerKey: 'zainab',
    status: 'cancelled',
    daysAgo: 9,
    isUnopened: true,
    items: { 'gele-coral-sego': null },
  },
];
