import { z } from 'zod';
import { amount } from './shapes.ts';

/** The facts of the shop shown on pages: configuration, the same for every visitor. */
export const shopInfo = z.object({
  name: z.string(),
  tagline: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  hours: z.string(),
  whatsapp: z.string(),
  currency: z.string(),
  /** An amount as the shop writes amounts, with all digits: '₦8,888,888,888,888.88'; '' if Intl must write them. */
  moneyExample: z.string(),
  timeZone: z.string(),
  location: z.object({ latitude: z.number(), longitude: z.number() }),
  /** What a megabyte of mobile data costs shoppers, in the currency; 0 if it is not said. */
  dataPrice: amount(),
  tilesUrl: z.string(),
  tilesAttribution: z.string(),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  publicUrl: z.string(),
  /** The sign-in methods besides email and password. */
  signIn: z.object({
    /** Sign-in by phone number is available: there is a gateway for text messages. */
    phone: z.boolean(),
    providers: z.array(z.object({ id: z.string(), name: z.string() })),
    /** The captcha; null if it is off. */
    captcha: z.object({ kind: z.enum(['altcha', 'turnstile', 'hcaptcha']), siteKey: z.string() }).nullable(),
  }),
  demo: z.boolean(),
  /** Whether browsers keep the shop for when they are offline (SERVICE_WORKER). */
  serviceWorker: z.boolean(),
  /** Whether browsers can get notifications of orders (WEB_PUSH). */
  webPush: z.boolean(),
});
export type ShopInfo = z.infer<typeof shopInfo>;
