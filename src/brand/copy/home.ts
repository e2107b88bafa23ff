import type { ShopFacts } from './shop-facts.ts';

/** Shown in place of the carousel while no slide is active. */
export const welcomeBanner = {
  title: ({ shopName }: ShopFacts) => `Welcome to ${shopName}`,
  text: ({ city }: ShopFacts) =>
    `Agbada, ìró and bùbá, adire and aso-oke, cut in ${city} to the measurements you send us.`,
  linkText: 'Explore Collection',
};

/** Last section of the front page. */
export const closingCall = {
  title: 'Is there a date on the invitation?',
  text: ({ shopName }: ShopFacts) =>
    `Choose the cloth, write your size in the note, and send the order to ${shopName} on WhatsApp. A tailor reads it, answers you by name, and tells you honestly what can be ready by the day.`,
  linkText: 'Start with the cloth',
  secondLinkText: 'Ask us first',
};

/** Headings and introductions of the front page's sections. */
export const homeCopy = {
  featuredTitle: 'Featured products',
  featuredIntro: 'Picked by the people who cut and sew them.',
  featuredLinkText: 'See everything in the shop',
  indexTitle: 'What are you looking for?',
};
