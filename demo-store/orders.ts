import type { DemoUserKey } from './people.ts';

/** An order of the demonstration shop; prices and numbers are made when it is seeded. */
export type DemoOrder = {
  customerKey: DemoUserKey;
  status: 'pending' | 'processing' | 'completed' | 'cancelled';
  /** Age in days on the day of seeding; may be a fraction, for 'about 3 hours ago'. */
  daysAgo: number;
  /** The customer pressed 'Continue to WhatsApp'. */
  opened: boolean;
  items: readonly { productKey: string; note: string | null }[];
};

export const demoOrders: readonly DemoOrder[] = [
  {
    customerKey: 'amara',
    status: 'pending',
    daysAgo: 0.1,
    opened: true,
    items: [
      { productKey: 'adire-ewa-osun', note: 'Two wrappers from the same dyer if possible, hemmed please.' },
      { productKey: 'gele-champagne-metallic', note: 'Auto-gèlè, head 23 inches, fan to the left.' },
      { productKey: 'iro-coral-lace', note: 'Bust 38, hip 44, waist to ankle 41.' },
      { productKey: 'bag-clutch-emerald', note: null },
    ],
  },
  {
    customerKey: 'amara',
    status: 'processing',
    daysAgo: 6,
    opened: true,
    items: [
      { productKey: 'gown-sunset-fan', note: 'UK 14, but take the waist in by an inch.' },
      { productKey: 'shoe-mule-metallic', note: 'EU 40, left foot a little wide.' },
    ],
  },
  {
    customerKey: 'amara',
    status: 'completed',
    daysAgo: 31,
    opened: true,
    items: [
      { productKey: 'boys-agbada-sky', note: 'For Obinna, 41 inches tall, turning four.' },
      { productKey: 'girls-iro-rose', note: 'For Adaeze: 48 inches, seven years, head 20 inches.' },
      { productKey: 'isiagu-royal-short', note: 'Size L, chest 42.' },
    ],
  },
  {
    customerKey: 'amara',
    status: 'cancelled',
    daysAgo: 62,
    opened: false,
    items: [{ productKey: 'kaftan-sky-jalabiya', note: null }],
  },
  {
    customerKey: 'chidinma',
    status: 'pending',
    daysAgo: 0.4,
    opened: false,
    items: [
      { productKey: 'isiagu-oxblood', note: 'My father’s: chest 46, sleeve 25, full length 44.' },
      { productKey: 'fila-red-cap', note: '60 cm. He takes his title on the second Saturday of next month.' },
    ],
  },
  {
    customerKey: 'chidinma',
    status: 'completed',
    daysAgo: 45,
    opened: true,
    items: [{ productKey: 'iro-champagne-mother', note: 'Blouse 18, hip 48, I shall wear two-inch heels.' }],
  },
  {
    customerKey: 'ibrahim',
    status: 'processing',
    daysAgo: 3,
    opened: true,
    items: [
      { productKey: 'kaftan-emerald-kano', note: 'Nape to hem 47 inches, chest 43.' },
      { productKey: 'fila-zanna-hula', note: '58 centimetres, measured twice.' },
      { productKey: 'shoe-kano-sandals', note: 'Photograph of my foot follows on WhatsApp.' },
    ],
  },
  {
    customerKey: 'ibrahim',
    status: 'completed',
    daysAgo: 27,
    opened: true,
    items: [{ productKey: 'kaftan-cream-linen', note: 'Six foot one, chest 43. Deep seat, please.' }],
  },
  {
    customerKey: 'yetunde',
    status: 'pending',
    daysAgo: 1,
    opened: true,
    items: [
      {
        productKey: 'iro-wine-aso-oke-bridal',
        note: 'Engagement in nine weeks. Bust 36, hip 42, height 5ft 5, head 22.5.',
      },
      { productKey: 'agbada-etu-groom', note: 'For my fiancé: head 23.5 inches, same date.' },
    ],
  },
  {
    customerKey: 'yetunde',
    status: 'cancelled',
    daysAgo: 20,
    opened: true,
    items: [
      { productKey: 'aso-oke-royal-metallic', note: 'Twelve sets for aṣọ ẹbí, what would the price be?' },
    ],
  },
  {
    customerKey: 'emeka',
    status: 'processing',
    daysAgo: 4,
    opened: true,
    items: [
      {
        productKey: 'senator-charcoal',
        note: 'Waist 36, trouser length 41, leave the ankle at eight inches.',
      },
      { productKey: 'shoe-brogue-cognac', note: 'EU 45, width G.' },
    ],
  },
  {
    customerKey: 'emeka',
    status: 'completed',
    daysAgo: 22,
    opened: true,
    items: [
      { productKey: 'shirt-discs-palm', note: 'XL' },
      { productKey: 'shirt-crackle-indigo', note: 'Chest 46, hem at the hip.' },
      { productKey: 'bag-satchel-cognac', note: null },
    ],
  },
  {
    customerKey: 'zainab',
    status: 'pending',
    daysAgo: 2,
    opened: true,
    items: [
      { productKey: 'bubu-adire-splash', note: 'I am 5 ft 9.' },
      {
        productKey: 'boys-kaftan-ochre',
        note: 'Musa 44 in, chest 24; Umar 50 in, chest 26: one each, please.',
      },
    ],
  },
  {
    customerKey: 'zainab',
    status: 'cancelled',
    daysAgo: 9,
    opened: false,
    items: [{ productKey: 'gele-coral-sego', note: null }],
  },
];
