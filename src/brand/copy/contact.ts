import type { ShopFacts } from './shop-facts.ts';

export const contactCopy = {
  title: 'Come in, call or write',
  intro: ({ shopName, city }: ShopFacts) =>
    `The door of ${shopName} in ${city} is open for fittings, repairs and long looks at cloth. If you are far away, leave a message below and tell us what it is for and when you need it; we answer within one working day.`,
  formTitle: 'Send us a message',
  formIntro: 'For an order, please use the shop: your size goes into the note of each piece.',
  formNeedsScript:
    'This form needs JavaScript. Without it, please call, write a mail, or ask us on WhatsApp.',
  detailsTitle: 'Where to find us',
  whatsappLinkText: 'Write to a tailor',
  mapTitle: 'Our place on the map',
};
