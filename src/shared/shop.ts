/** The facts of the shop shown on pages: configuration, the same for every visitor. */
export interface ShopInfo {
  name: string;
  tagline: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  hours: string;
  whatsapp: string;
  currency: string;
  timeZone: string;
  location: { latitude: number; longitude: number };
  tilesUrl: string;
  tilesAttribution: string;
  social: { name: string; url: string }[];
  publicUrl: string;
  /** The sign-in methods besides email and password. */
  signIn: {
    /** Sign-in by phone number is available: there is a gateway for text messages. */
    phone: boolean;
    providers: { id: string; name: string }[];
    /** The captcha; null if it is off. */
    captcha: { kind: 'altcha' | 'turnstile' | 'hcaptcha'; siteKey: string } | null;
  };
  demo: boolean;
}
