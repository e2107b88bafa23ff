import { z } from 'zod';
import {
  DEFAULT_CURRENCY,
  DEFAULT_DATA_PRICE,
  DEFAULT_TIME_ZONE,
  EXAMPLE_LOCATION,
  EXAMPLE_PHONE,
} from '#brand/locale.ts';
import { textOf, url } from './formats.ts';

/** A phone number as in WhatsApp links. */
const phone = z
  .string()
  .regex(/^\+?[1-9][0-9]{6,14}$/, `an international phone number such as ${EXAMPLE_PHONE}`);

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

function isCurrency(code: string): boolean {
  if (!/^[A-Z]{3}$/.test(code) || !Intl.supportedValuesOf('currency').includes(code)) return false;
  // Prices have two decimals everywhere: in the database, in forms, and in code.
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return maximumFractionDigits === 2;
}

const mapPlace = z
  .string()
  .regex(/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/, `latitude and longitude such as ${EXAMPLE_LOCATION}`)
  .transform((text) => {
    const [latitude, longitude] = text.split(',').map(Number) as [number, number];
    return { latitude, longitude };
  });

/** The facts of the shop that its pages show. */
export const shopSettings = {
  SHOP_NAME: textOf(1, 60).optional().describe('The shop’s name. Required in live mode.'),
  SHOP_TAGLINE: textOf(0, 120).default('').describe('One line under the name.'),
  SHOP_EMAIL: z
    .email('an email address')
    .optional()
    .describe('The email shown to customers. Required in live mode.'),
  SHOP_PHONE: phone.optional().describe('The phone number shown to customers. Required in live mode.'),
  SHOP_ADDRESS: textOf(1, 200)
    .optional()
    .describe('Street, number and city of the store. Required in live mode.'),
  SHOP_CITY: textOf(1, 60).optional().describe('The city, for texts on pages. Required in live mode.'),
  SHOP_HOURS: textOf(0, 120).default('').describe('Opening hours.'),
  WHATSAPP_NUMBER: phone
    .transform((text) => text.replace('+', ''))
    .optional()
    .describe('The seller’s WhatsApp number, where orders are completed. Required in live mode.'),
  CURRENCY: z
    .string()
    .refine(isCurrency, `the ISO code of a currency with two decimals, such as ${DEFAULT_CURRENCY}`)
    .default(DEFAULT_CURRENCY)
    .describe('The currency of all prices, one with two decimals.'),
  DATA_PRICE: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, 'an amount such as 1.30')
    .transform(Number)
    .optional()
    .describe(
      `What a megabyte of mobile data costs shoppers, in the currency, for the footer. Default: ${DEFAULT_DATA_PRICE} with ${DEFAULT_CURRENCY}, otherwise nothing is said.`,
    ),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, `a time zone such as ${DEFAULT_TIME_ZONE}`)
    .default(DEFAULT_TIME_ZONE)
    .describe('The shop’s time zone: promotions start and end at its midnight.'),
  STORE_LOCATION: mapPlace
    .optional()
    .describe(
      `Latitude and longitude of the store, for the map, such as ${EXAMPLE_LOCATION}. Required in live mode.`,
    ),
  MAP_TILES_URL: z
    .string()
    .regex(
      /^https?:\/\/\S+\{z\}\S*\{x\}\S*\{y\}|^https?:\/\/\S+\{z\}\S*\{y\}\S*\{x\}/,
      'an address with {z}, {x} and {y}',
    )
    .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png')
    .describe('The URL of the map tiles.'),
  MAP_ATTRIBUTION: textOf(0, 200)
    .default('© OpenStreetMap contributors')
    .describe('The attribution that the map tiles require.'),
  SOCIAL_INSTAGRAM: url(/^https$/, 'an https address')
    .optional()
    .describe('Link to the shop on Instagram.'),
  SOCIAL_FACEBOOK: url(/^https$/, 'an https address')
    .optional()
    .describe('Link to the shop on Facebook.'),
  SOCIAL_X: url(/^https$/, 'an https address')
    .optional()
    .describe('Link to the shop on X.'),
  SOCIAL_TIKTOK: url(/^https$/, 'an https address')
    .optional()
    .describe('Link to the shop on TikTok.'),
};
