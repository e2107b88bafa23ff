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
  demo: boolean;
}
