export type DemoPromotionKey = 'sallah' | 'owambe' | 'weavers-week' | 'bridal-season';

/** A promotion; its days are counted from the day of seeding, both inclusive, so that the states stay what they are. */
export type DemoPromotion = {
  key: DemoPromotionKey;
  name: string;
  description: string;
  tagLine: string;
  code: string;
  type: 'percentage' | 'fixed';
  /** Percent or naira, as numeric(12,2) text. */
  value: string;
  startsInDays: number;
  endsInDays: number;
};

export const demoPromotions: readonly DemoPromotion[] = [
  {
    key: 'sallah',
    name: 'Sallah Kaftan Sale',
    description:
      'Fifteen percent off chosen kaftans, senator sets and caps, sewn and pressed before the prayer ground fills up.',
    tagLine: '15% off kaftans and caps for Sallah',
    code: 'SALLAH15',
    type: 'percentage',
    value: '15.00',
    startsInDays: -6,
    endsInDays: 24,
  },
  {
    key: 'owambe',
    name: 'Owambe Season',
    description:
      'Five thousand naira off chosen gèlè, ìró and bùbá and aso-oke, because the invitations have started to arrive.',
    tagLine: '₦5,000 off party cloth this season',
    code: 'OWAMBE5K',
    type: 'fixed',
    value: '5000.00',
    startsInDays: -2,
    endsInDays: 30,
  },
  {
    key: 'weavers-week',
    name: 'Weavers’ Week',
    description: 'Ten percent off hand-woven cloth in honour of the looms of Ìṣẹ́yìn. This offer has ended.',
    tagLine: '10% off hand-woven aso-oke',
    code: 'WEAVERS10',
    type: 'percentage',
    value: '10.00',
    startsInDays: -45,
    endsInDays: -15,
  },
  {
    key: 'bridal-season',
    name: 'Bridal Season',
    description:
      'Twenty thousand naira off chosen agbada and bridal sets, for couples who book their fitting early.',
    tagLine: '₦20,000 off for the couple of the day',
    code: 'IYAWO20K',
    type: 'fixed',
    value: '20000.00',
    startsInDays: 35,
    endsInDays: 70,
  },
];
