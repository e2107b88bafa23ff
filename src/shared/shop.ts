/** What the pages say about the shop: configuration, the same for every visitor. */
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
  /** Which ways in there are beside address and password. */
  signIn: {
    /** Numbers are a way in: there is a gateway for text messages. */
    phone: boolean;
    providers: { id: string; name: string }[];
    /** What keeps robots out; null when nothing is asked. */
    captcha: { kind: 'altcha' | 'turnstile' | 'hcaptcha'; siteKey: string } | null;
  };
  demo: boolean;
}
