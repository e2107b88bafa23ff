import { kobo } from '#shared/money.ts';
import { type MessageOrder, orderMessage } from './whatsapp.ts';

export const shop = {
  name: 'Aso House',
  publicUrl: 'https://shop.example',
  whatsapp: '2348012345678',
  currency: 'NGN',
  checkCodeOf: () => '7KQ4M2XZ',
};

export const ID = '0197a1b2-0000-7000-8000-00000000000a';
/** An order of two products, one with a note, and its message. */
export const order: MessageOrder = {
  id: ID,
  orderNumber: '0042',
  items: [
    { name: 'Adire Ẹwà Ọṣun', price: kobo(1_250_000), note: "Bust 38, like Ada's" },
    { name: 'Gele', price: kobo(500_000), note: null },
  ],
};
export const message = orderMessage(order, shop);
