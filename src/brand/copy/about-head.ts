import type { ShopFacts } from './shop-facts.ts';

/** Separate from the page's other texts, because every page loads the heads of all routes. */
export const aboutHead = {
  // Non-breaking spaces keep the name on one line.
  title: ({ shopName }: ShopFacts) => `About ${shopName.replaceAll(' ', '\u00a0')}`,
  intro: ({ city }: ShopFacts) =>
    `A tailoring house in ${city}, and an online shop for traditional attire: what Nigerians wear when it matters.`,
};
