import { z } from 'zod';
import { route } from '#shared/route.ts';

const shopInfo = z.object({
  name: z.string(),
  tagline: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  hours: z.string(),
  whatsapp: z.string(),
  currency: z.string(),
  timeZone: z.string(),
  location: z.object({ latitude: z.number(), longitude: z.number() }),
  tilesUrl: z.string(),
  tilesAttribution: z.string(),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  publicUrl: z.string(),
  demo: z.boolean(),
});

export const shopContract = {
  info: route('visitor', 'view the shop')
    .route({ method: 'GET', path: '/shop', summary: 'Name, contact, place and settings of the shop' })
    .output(shopInfo),
};
