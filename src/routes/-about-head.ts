import type { ShopFacts } from './-shop-facts.ts';

/** Apart from the page's other texts: the route's head needs these, and every page loads the heads of all routes. */
export const aboutHead = {
  // The name stays together when the line breaks.
  title: ({ shopName }: ShopFacts) => `About ${shopName.replaceAll(' ', '\u00a0')}`,
  intro: ({ city }: ShopFacts) =>
    `A tailoring house in ${city}, and an online shop for traditional attire: what Nigerians wear when it matters.`,
};
