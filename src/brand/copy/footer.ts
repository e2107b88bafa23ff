import type { ShopFacts } from './shop-facts.ts';

/** Separate from the other texts, because every page loads it. */
export const footerCopy = {
  blurb: ({ shopName, city }: ShopFacts) =>
    `${shopName} is a tailoring house in ${city}: traditional attire made to measure, with dry cleaning, shoes and bags under the same roof.`,
  visitTitle: 'Visit the workroom',
  visitText: 'Bring your own cloth, or only your measurements.',
  companyTitle: 'Company',
  socialTitle: 'Follow the cloth',
  closing: ({ shopName }: ShopFacts, year: number) => `© ${year} ${shopName}. Cut and sewn by hand.`,
};
