/** The settings of live shops in tests. */
export const LIVE_FACTS = {
  SHOP_NAME: 'Ade Tailors',
  WHATSAPP_NUMBER: '+2348090000001',
  SHOP_PHONE: '+2348090000002',
  SHOP_EMAIL: 'hello@ade-tailors.test',
  SHOP_ADDRESS: '1 Test Road, Ibadan',
  SHOP_CITY: 'Ibadan',
  STORE_LOCATION: '7.3775,3.9470',
  MAIL_FROM: 'Ade Tailors <orders@ade-tailors.test>',
};
