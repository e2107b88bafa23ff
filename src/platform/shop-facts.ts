import { HOME_NUMBERS } from '#brand/locale.ts';

/** The values of the demo store. A live shop needs its own: these are never used as defaults. */
export const DEMO_FACTS = {
  SHOP_NAME: 'Aso House',
  SHOP_TAGLINE: 'Cloth first. Cut in Lagos.',
  SHOP_EMAIL: 'hello@aso-house.example',
  SHOP_PHONE: '+2348012345678',
  SHOP_ADDRESS: '14 Herbert Macaulay Way, Yaba, Lagos',
  SHOP_CITY: 'Lagos',
  SHOP_HOURS: 'Monday to Saturday, 9 am to 7 pm',
  WHATSAPP_NUMBER: '+2348012345678',
  STORE_LOCATION: '6.5095,3.3711',
  SOCIAL_INSTAGRAM: 'https://instagram.example/aso-house',
  SOCIAL_FACEBOOK: 'https://facebook.example/aso-house',
  SOCIAL_TIKTOK: 'https://tiktok.example/@aso-house',
  MAIL_FROM: 'Aso House <orders@aso-house.example>',
};

/**
 * The required settings of a live shop, with examples. Where a copied example would send orders or mail to a third
 * party, the configuration refuses it.
 */
const REQUIRED_WHEN_LIVE = {
  SHOP_NAME: 'The name of your shop',
  WHATSAPP_NUMBER: `+${HOME_NUMBERS.callingCode}…`,
  SHOP_PHONE: `+${HOME_NUMBERS.callingCode}…`,
  SHOP_EMAIL: 'hello@…',
  SHOP_ADDRESS: 'Street and number, district, city',
  SHOP_CITY: 'City',
  STORE_LOCATION: 'latitude,longitude',
  MAIL_FROM: 'The name of your shop <orders@…>',
};

export type RequiredFact = keyof typeof REQUIRED_WHEN_LIVE;

/** The lines to add for the missing settings of a live shop; none in a demo store. */
export function missingFactLines(
  settings: { SHOP_MODE: 'demo' | 'live' } & { [name in RequiredFact]?: unknown },
): string[] {
  if (settings.SHOP_MODE === 'demo') return [];
  return Object.entries(REQUIRED_WHEN_LIVE)
    .filter(([name]) => settings[name as RequiredFact] === undefined)
    .map(([name, example]) => `${name}=${example}`);
}
