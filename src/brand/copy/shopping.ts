import type { ShopFacts } from './shop-facts.ts';

// Single constants: a page loads only those it shows.

/** The front page in search results. */
export const homeDescription = ({ city }: ShopFacts, tagline: string): string =>
  `${tagline} Agbada, kaftan, ìró and bùbá, adire and aso-oke made to your measurements by a tailoring house in ${city}. Order on WhatsApp.`.trimStart();

/** The list of all products in search results. */
export const listDescription = (shopName: string): string =>
  `Agbada, kaftan, ìró and bùbá, gèlè, aso-oke, adire, shoes and bags of ${shopName}: see the cloth, know the price, order on WhatsApp.`;

/** Below 'No products found'. */
export const nothingFound = {
  bySearch: (query: string): string =>
    `Nothing here is called “${query}” or described with it. Try one word, or a cloth: adire, lace, aso-oke.`,
  atAll: 'There are no products here at the moment.',
};

/** Under a product: how it is ordered. */
export const orderingSteps: readonly string[] = [
  'Write your size and wishes into the note, in the cart.',
  'Send the order; it opens in WhatsApp with everything written.',
  'A tailor answers you there. Nothing is paid on this page.',
];

export const checkoutDescription = 'Look over your order and send it to the tailor on WhatsApp.';
export const checkoutNote =
  'Nothing is paid here. The order goes to the tailor on WhatsApp, who confirms it with you.';
export const submittedNote =
  'One step is left: send it to the tailor. The message is written; press send in WhatsApp, and you will be answered there.';

/** Before an account is deleted. */
export const ordersAfterDeletion =
  'Your orders stay in our books without you. What you wrote to the tailor is deleted as well, except on orders that are still to be sewn.';
